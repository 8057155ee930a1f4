-- Links by which people join a side (0 White, 1 Black) that several hold. Only digests are stored.
CREATE TABLE side_link (
    token BLOB PRIMARY KEY,
    game TEXT NOT NULL REFERENCES game (id),
    side INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX side_link_game ON side_link (game);

-- Those who hold a side besides the captain, who has its seat, from 1.
CREATE TABLE side_member (
    game TEXT NOT NULL REFERENCES game (id),
    side INTEGER NOT NULL,
    number INTEGER NOT NULL,
    name TEXT,
    visitor BLOB,
    account INTEGER,
    key BLOB,
    PRIMARY KEY (game, side, number)
) STRICT, WITHOUT ROWID;

-- The move that a member of a side (0 is the captain) proposes or votes for after so many plies.
CREATE TABLE side_vote (
    game TEXT NOT NULL REFERENCES game (id),
    side INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    member INTEGER NOT NULL,
    notation TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (game, side, plies, member)
) STRICT, WITHOUT ROWID;
