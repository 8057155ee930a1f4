-- Conditional moves of a side (0 White, 1 Black), as JSON. The tree begins at a position: the one after so many plies.
CREATE TABLE conditional_moves (
    game text COLLATE "C" NOT NULL REFERENCES game (id),
    side bigint NOT NULL,
    plies bigint NOT NULL,
    fen text NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (game, side)
);

-- Accounts that get mail when it is their turn in a correspondence game. The token in the links by which they stop it can do nothing else, so it is stored as it is.
CREATE TABLE turn_mail_setting (
    account bigint PRIMARY KEY REFERENCES account (id),
    language text NOT NULL,
    stop_token text NOT NULL UNIQUE
);

-- Mails about a turn: those to be sent, and those that were. There is one of a kind for each move at most.
CREATE TABLE turn_mail (
    game text COLLATE "C" NOT NULL REFERENCES game (id),
    plies bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    account bigint NOT NULL REFERENCES account (id),
    due_at bigint NOT NULL,
    attempts bigint NOT NULL,
    state text NOT NULL,
    PRIMARY KEY (game, plies, kind)
);
CREATE INDEX turn_mail_due ON turn_mail (due_at) WHERE state = 'waiting';
CREATE INDEX turn_mail_account ON turn_mail (account);
