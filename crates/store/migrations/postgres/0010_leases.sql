-- Several servers on one database. Times are the database's own, in milliseconds since 1970: the servers' clocks may differ.
-- Leases are hints. The primary key of the log decides between writers.

CREATE FUNCTION database_time() RETURNS bigint LANGUAGE sql VOLATILE
    AS $$ SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint $$;

-- The servers ("nodes"). A node holds its games until its own lease expires, so renewing them all changes one row.
CREATE TABLE node_lease (
    node text COLLATE "C" PRIMARY KEY,
    renewed_at bigint NOT NULL,
    expires_at bigint NOT NULL
);

-- Which node owns a game. Games that are in no node's memory, and need nobody to watch a clock, have no row.
CREATE TABLE game_lease (
    game text COLLATE "C" PRIMARY KEY,
    node text COLLATE "C" NOT NULL REFERENCES node_lease (node),
    -- How often the game has changed hands.
    epoch bigint NOT NULL
);
CREATE INDEX game_lease_node ON game_lease (node);
