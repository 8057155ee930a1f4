-- Links by which people join a side (0 White, 1 Black) that several hold. Only digests are stored.
CREATE TABLE side_link (
    token bytea PRIMARY KEY,
    game text COLLATE "C" NOT NULL REFERENCES game (id),
    side bigint NOT NULL
);
CREATE INDEX side_link_game ON side_link (game);

-- Those who hold a side besides the captain, who has its seat, from 1.
CREATE TABLE side_member (
    game text COLLATE "C" NOT NULL REFERENCES game (id),
    side bigint NOT NULL,
    number bigint NOT NULL,
    name text,
    visitor bytea,
    account bigint,
    key bytea,
    PRIMARY KEY (game, side, number)
);

-- The move that a member of a side (0 is the captain) proposes or votes for after so many plies.
CREATE TABLE side_vote (
    game text COLLATE "C" NOT NULL REFERENCES game (id),
    side bigint NOT NULL,
    plies bigint NOT NULL,
    member bigint NOT NULL,
    notation text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (game, side, plies, member)
);
