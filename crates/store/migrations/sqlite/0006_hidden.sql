-- Games that somebody removed from their library. A played game stays with its other player; an imported game is deleted
-- for good a while later, so that removing it can be undone.
CREATE TABLE hidden (
    card TEXT NOT NULL,
    visitor BLOB,
    account INTEGER,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX hidden_card ON hidden (card);
