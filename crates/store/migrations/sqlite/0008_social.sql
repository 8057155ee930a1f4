-- What the owner of an account prefers, as JSON.
CREATE TABLE preference (account INTEGER PRIMARY KEY REFERENCES account (id), body TEXT NOT NULL) STRICT;

-- Accounts that may not challenge or write to another.
CREATE TABLE blocked (
    account INTEGER NOT NULL REFERENCES account (id),
    other INTEGER NOT NULL REFERENCES account (id),
    at INTEGER NOT NULL,
    PRIMARY KEY (account, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocked_other ON blocked (other);

-- The account that a seek is addressed to. The row is written before its seek, so it cannot refer to it.
CREATE TABLE challenge (
    seek TEXT PRIMARY KEY,
    challenged INTEGER NOT NULL REFERENCES account (id),
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX challenge_challenged ON challenge (challenged, at);
