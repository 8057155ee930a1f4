-- Secrets of the server, made when they are first needed.
CREATE TABLE server_secret (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Browsers that want push messages (RFC 8030), with the keys that messages to them are encrypted for (RFC 8291). Whose they are: an
-- account, or a visitor without one.
CREATE TABLE push_subscription (
    id INTEGER PRIMARY KEY,
    endpoint TEXT NOT NULL UNIQUE,
    public_key BLOB NOT NULL,
    auth_secret BLOB NOT NULL,
    visitor BLOB,
    account INTEGER REFERENCES account (id),
    language TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX push_subscription_visitor ON push_subscription (visitor) WHERE visitor IS NOT NULL;
CREATE INDEX push_subscription_account ON push_subscription (account) WHERE account IS NOT NULL;

-- Notices about a turn, by mail to an account or by push to a subscription: those to be sent, and those that were. There is one of a
-- kind for each move and recipient at most.
CREATE TABLE turn_notice (
    game TEXT NOT NULL REFERENCES game (id),
    plies INTEGER NOT NULL,
    kind TEXT NOT NULL,
    channel TEXT NOT NULL,
    recipient INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (game, plies, kind, channel, recipient)
) STRICT, WITHOUT ROWID;
INSERT INTO turn_notice SELECT game, plies, kind, 'mail', account, due_at, attempts, state FROM turn_mail;
DROP TABLE turn_mail;
CREATE INDEX turn_notice_due ON turn_notice (due_at) WHERE state = 'waiting';
CREATE INDEX turn_notice_recipient ON turn_notice (channel, recipient);
