-- A client may send a command twice; the name it gave the command is written with the first event that follows.
ALTER TABLE game_event ADD COLUMN client_move_id TEXT;
CREATE UNIQUE INDEX game_event_once ON game_event (game, client_move_id) WHERE client_move_id IS NOT NULL;

-- Known from the log, but asked for without reading it: games whose clocks have to be watched.
ALTER TABLE game ADD COLUMN timed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN ended_at INTEGER;
CREATE INDEX game_unfinished ON game (timed) WHERE ended_at IS NULL;

-- Who may act for a side (0 White, 1 Black): a visitor's browser, an account, or whoever has the key. Only digests are kept.
CREATE TABLE seat (
    game TEXT NOT NULL REFERENCES game (id),
    side INTEGER NOT NULL,
    name TEXT,
    visitor BLOB,
    account INTEGER,
    key BLOB,
    PRIMARY KEY (game, side)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_visitor ON seat (visitor) WHERE visitor IS NOT NULL;
CREATE INDEX seat_account ON seat (account) WHERE account IS NOT NULL;

-- When the server was last known to be up, and when it was away.
CREATE TABLE alive (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL) STRICT;
CREATE TABLE outage (from_at INTEGER NOT NULL, to_at INTEGER NOT NULL) STRICT;

-- People who want to be known again. Only a digest of a session's word is kept.
CREATE TABLE account (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE session (
    word BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account (id),
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Offers to play: in the lobby, or by a link. Once taken up, it leads to the game.
CREATE TABLE seek (
    id TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    name TEXT,
    visitor BLOB,
    account INTEGER,
    key BLOB,
    game TEXT
) STRICT;
