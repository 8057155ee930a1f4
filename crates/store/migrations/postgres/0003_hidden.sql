-- Games that somebody removed from their library. A played game stays with its other player; an imported game is deleted
-- for good a while later, so that removing it can be undone.
CREATE TABLE hidden (
    card text COLLATE "C" NOT NULL,
    visitor bytea,
    account bigint,
    at bigint NOT NULL
);
CREATE INDEX hidden_card ON hidden (card);
