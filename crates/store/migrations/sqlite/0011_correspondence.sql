-- Conditional moves of a side (0 White, 1 Black), as JSON. The tree begins at a position: the one after so many plies.
CREATE TABLE conditional_moves (
    game TEXT NOT NULL REFERENCES game (id),
    side INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    fen TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, side)
) STRICT, WITHOUT ROWID;

-- Accounts that get mail when it is their turn in a correspondence game. The token in the links by which they stop it can do nothing else, so it is stored as it is.
CREATE TABLE turn_mail_setting (
    account INTEGER PRIMARY KEY REFERENCES account (id),
    language TEXT NOT NULL,
    stop_token TEXT NOT NULL UNIQUE
) STRICT;

-- Mails about a turn: those to be sent, and those that were. There is one of a kind for each move at most.
CREATE TABLE turn_mail (
    game TEXT NOT NULL REFERENCES game (id),
    plies INTEGER NOT NULL,
    kind TEXT NOT NULL,
    account INTEGER NOT NULL REFERENCES account (id),
    due_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (game, plies, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX turn_mail_due ON turn_mail (due_at) WHERE state = 'waiting';
CREATE INDEX turn_mail_account ON turn_mail (account);
