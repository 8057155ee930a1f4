-- A tournament: what was announced before round 1, and the secret from which the codes of its boards follow.
CREATE TABLE tournament (
    id text COLLATE "C" PRIMARY KEY,
    created_at bigint NOT NULL,
    charter text NOT NULL,
    secret text NOT NULL
);
CREATE INDEX tournament_newest ON tournament (created_at DESC, id);

-- Its log. The number decides between writers; a command id is carried out once.
CREATE TABLE tournament_entry (
    tournament text COLLATE "C" NOT NULL REFERENCES tournament (id),
    seq bigint NOT NULL,
    at bigint NOT NULL,
    command_id text COLLATE "C",
    body text NOT NULL,
    PRIMARY KEY (tournament, seq)
);
CREATE UNIQUE INDEX tournament_command ON tournament_entry (tournament, command_id) WHERE command_id IS NOT NULL;

-- Who may act in it: the digest of a browser's cookie, of an invitation or of a key.
CREATE TABLE tournament_pass (
    tournament text COLLATE "C" NOT NULL REFERENCES tournament (id),
    digest bytea NOT NULL,
    role text NOT NULL,
    name text NOT NULL,
    number integer,
    PRIMARY KEY (tournament, digest)
);
