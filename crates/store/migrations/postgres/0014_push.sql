-- Secrets of the server, made when they are first needed.
CREATE TABLE server_secret (
    name text COLLATE "C" PRIMARY KEY,
    value bytea NOT NULL
);

-- Browsers that want push messages (RFC 8030), with the keys that messages to them are encrypted for (RFC 8291). Whose they are: an
-- account, or a visitor without one.
CREATE TABLE push_subscription (
    id bigint PRIMARY KEY,
    endpoint text NOT NULL UNIQUE,
    public_key bytea NOT NULL,
    auth_secret bytea NOT NULL,
    visitor bytea,
    account bigint REFERENCES account (id),
    language text NOT NULL,
    at bigint NOT NULL
);
CREATE INDEX push_subscription_visitor ON push_subscription (visitor) WHERE visitor IS NOT NULL;
CREATE INDEX push_subscription_account ON push_subscription (account) WHERE account IS NOT NULL;

-- Notices about a turn, by mail to an account or by push to a subscription: those to be sent, and those that were. There is one of a
-- kind for each move and recipient at most.
CREATE TABLE turn_notice (
    game text COLLATE "C" NOT NULL REFERENCES game (id),
    plies bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    channel text COLLATE "C" NOT NULL,
    recipient bigint NOT NULL,
    due_at bigint NOT NULL,
    attempts bigint NOT NULL,
    state text NOT NULL,
    PRIMARY KEY (game, plies, kind, channel, recipient)
);
INSERT INTO turn_notice SELECT game, plies, kind, 'mail', account, due_at, attempts, state FROM turn_mail;
DROP TABLE turn_mail;
CREATE INDEX turn_notice_due ON turn_notice (due_at) WHERE state = 'waiting';
CREATE INDEX turn_notice_recipient ON turn_notice (channel, recipient);
