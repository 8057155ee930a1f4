-- Which node acts for an online tournament or an exhibition. The tables are separate from game_lease, so that nodes that do
-- not know them leave them alone.

CREATE TABLE tournament_lease (
    tournament text COLLATE "C" PRIMARY KEY,
    node text COLLATE "C" NOT NULL REFERENCES node_lease (node) ON DELETE CASCADE,
    -- How often it has changed hands.
    epoch bigint NOT NULL
);
CREATE INDEX tournament_lease_node ON tournament_lease (node);

CREATE TABLE exhibition_lease (
    exhibition text COLLATE "C" PRIMARY KEY,
    node text COLLATE "C" NOT NULL REFERENCES node_lease (node) ON DELETE CASCADE,
    epoch bigint NOT NULL
);
CREATE INDEX exhibition_lease_node ON exhibition_lease (node);
