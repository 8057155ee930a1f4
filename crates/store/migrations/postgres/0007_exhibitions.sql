-- A simultaneous exhibition: what was announced, how far it is, and its host. Only digests of tokens are kept.
CREATE TABLE exhibition (
    id text COLLATE "C" PRIMARY KEY,
    created_at bigint NOT NULL,
    terms text NOT NULL,
    stage text NOT NULL,
    name text,
    visitor bytea,
    account bigint,
    key bytea
);
CREATE INDEX exhibition_newest ON exhibition (created_at DESC, id);
CREATE INDEX exhibition_stage ON exhibition (stage);

-- A board that somebody has taken, and its game once that has begun. Nobody takes two boards.
CREATE TABLE exhibition_board (
    exhibition text COLLATE "C" NOT NULL REFERENCES exhibition (id),
    board bigint NOT NULL,
    joined_at bigint NOT NULL,
    name text,
    visitor bytea,
    account bigint,
    key bytea,
    game text COLLATE "C",
    PRIMARY KEY (exhibition, board)
);
CREATE UNIQUE INDEX exhibition_visitor ON exhibition_board (exhibition, visitor) WHERE visitor IS NOT NULL;
CREATE UNIQUE INDEX exhibition_account ON exhibition_board (exhibition, account) WHERE account > 0;
CREATE UNIQUE INDEX exhibition_game ON exhibition_board (game) WHERE game IS NOT NULL;
