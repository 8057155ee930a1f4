-- A tournament: what was announced before round 1, and the secret from which the codes of its boards follow.
CREATE TABLE tournament (
    id TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    charter TEXT NOT NULL,
    secret TEXT NOT NULL
) STRICT;
CREATE INDEX tournament_newest ON tournament (created_at DESC, id);

-- Its log. The number decides between writers; a command id is carried out once.
CREATE TABLE tournament_entry (
    tournament TEXT NOT NULL REFERENCES tournament (id),
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    command_id TEXT,
    body TEXT NOT NULL,
    PRIMARY KEY (tournament, seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX tournament_command ON tournament_entry (tournament, command_id) WHERE command_id IS NOT NULL;

-- Who may act in it: the digest of a browser's cookie, of an invitation or of a key.
CREATE TABLE tournament_pass (
    tournament TEXT NOT NULL REFERENCES tournament (id),
    digest BLOB NOT NULL,
    role TEXT NOT NULL,
    name TEXT NOT NULL,
    number INTEGER,
    PRIMARY KEY (tournament, digest)
) STRICT, WITHOUT ROWID;
