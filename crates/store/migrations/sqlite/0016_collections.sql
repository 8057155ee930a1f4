-- Collections of games of the library, by the people who made them. One that was deleted can be restored for a day.
CREATE TABLE collection (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    visitor BLOB,
    account INTEGER,
    at INTEGER NOT NULL,
    deleted_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX collection_visitor ON collection (visitor) WHERE visitor IS NOT NULL;
CREATE INDEX collection_account ON collection (account) WHERE account IS NOT NULL;

CREATE TABLE collection_game (
    collection TEXT NOT NULL REFERENCES collection (id),
    card TEXT NOT NULL,
    PRIMARY KEY (collection, card)
) STRICT, WITHOUT ROWID;
CREATE INDEX collection_game_card ON collection_game (card);
