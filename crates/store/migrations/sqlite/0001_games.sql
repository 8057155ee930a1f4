-- A game is its terms, its seats and its events; everything else is worked out from these.
CREATE TABLE game (
    id TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    variant TEXT NOT NULL,
    terms TEXT NOT NULL,
    seats TEXT NOT NULL
) STRICT;

-- The log is the authority: one row an event, never changed, numbered without gaps.
CREATE TABLE game_event (
    game TEXT NOT NULL REFERENCES game (id),
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
