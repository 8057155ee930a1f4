-- A seat, an import or a seek of an account belongs to the account alone: after sign-out the browser's cookie means nothing.
UPDATE seat SET visitor = NULL WHERE account IS NOT NULL;
UPDATE imported SET visitor = NULL WHERE account IS NOT NULL;
UPDATE seek SET visitor = NULL WHERE account IS NOT NULL;

ALTER TABLE account ADD COLUMN operator INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account ADD COLUMN muted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account ADD COLUMN banned INTEGER NOT NULL DEFAULT 0;

ALTER TABLE session ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN label TEXT NOT NULL DEFAULT '';
CREATE INDEX session_account ON session (account);

-- Names that look alike have a key in common.
CREATE TABLE name_key (key TEXT PRIMARY KEY, account INTEGER NOT NULL REFERENCES account (id)) STRICT, WITHOUT ROWID;
CREATE INDEX name_key_account ON name_key (account);

-- Browsers in which somebody has signed in before. Only digests are stored.
CREATE TABLE device (
    word BLOB NOT NULL,
    account INTEGER NOT NULL REFERENCES account (id),
    at INTEGER NOT NULL,
    PRIMARY KEY (account, word)
) STRICT, WITHOUT ROWID;

-- Keys with which programs act for an account.
CREATE TABLE api_key (
    word BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account (id),
    created_at INTEGER NOT NULL,
    label TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX api_key_account ON api_key (account);

-- Sign-ins, refusals and changes of accounts.
CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    action TEXT NOT NULL,
    account INTEGER,
    name TEXT NOT NULL,
    address TEXT NOT NULL
) STRICT;
CREATE INDEX audit_account ON audit (account, id);
CREATE INDEX audit_at ON audit (at);

CREATE TABLE report (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    reporter INTEGER,
    about TEXT NOT NULL,
    game TEXT,
    body TEXT NOT NULL,
    closed_at INTEGER
) STRICT;
