-- Collections of games of the library, by the people who made them. One that was deleted can be restored for a day.
CREATE TABLE collection (
    id text COLLATE "C" PRIMARY KEY,
    name text NOT NULL,
    visitor bytea,
    account bigint,
    at bigint NOT NULL,
    deleted_at bigint
);
CREATE INDEX collection_visitor ON collection (visitor) WHERE visitor IS NOT NULL;
CREATE INDEX collection_account ON collection (account) WHERE account IS NOT NULL;

CREATE TABLE collection_game (
    collection text COLLATE "C" NOT NULL REFERENCES collection (id),
    card text COLLATE "C" NOT NULL,
    PRIMARY KEY (collection, card)
);
CREATE INDEX collection_game_card ON collection_game (card);
