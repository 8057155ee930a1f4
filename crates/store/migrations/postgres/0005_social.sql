-- What the owner of an account prefers, as JSON.
CREATE TABLE preference (account bigint PRIMARY KEY REFERENCES account (id), body text NOT NULL);

-- Accounts that may not challenge or write to another.
CREATE TABLE blocked (
    account bigint NOT NULL REFERENCES account (id),
    other bigint NOT NULL REFERENCES account (id),
    at bigint NOT NULL,
    PRIMARY KEY (account, other)
);
CREATE INDEX blocked_other ON blocked (other);

-- The account that a seek is addressed to. The row is written before its seek, so it cannot refer to it.
CREATE TABLE challenge (
    seek text COLLATE "C" PRIMARY KEY,
    challenged bigint NOT NULL REFERENCES account (id),
    at bigint NOT NULL
);
CREATE INDEX challenge_challenged ON challenge (challenged, at);
