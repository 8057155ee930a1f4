-- A simultaneous exhibition: what was announced, how far it is, and its host. Only digests of tokens are kept.
CREATE TABLE exhibition (
    id TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    terms TEXT NOT NULL,
    stage TEXT NOT NULL,
    name TEXT,
    visitor BLOB,
    account INTEGER,
    key BLOB
) STRICT;
CREATE INDEX exhibition_newest ON exhibition (created_at DESC, id);
CREATE INDEX exhibition_stage ON exhibition (stage);

-- A board that somebody has taken, and its game once that has begun. Nobody takes two boards.
CREATE TABLE exhibition_board (
    exhibition TEXT NOT NULL REFERENCES exhibition (id),
    board INTEGER NOT NULL,
    joined_at INTEGER NOT NULL,
    name TEXT,
    visitor BLOB,
    account INTEGER,
    key BLOB,
    game TEXT,
    PRIMARY KEY (exhibition, board)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX exhibition_visitor ON exhibition_board (exhibition, visitor) WHERE visitor IS NOT NULL;
CREATE UNIQUE INDEX exhibition_account ON exhibition_board (exhibition, account) WHERE account > 0;
CREATE UNIQUE INDEX exhibition_game ON exhibition_board (game) WHERE game IS NOT NULL;
