-- Jobs: games that wait for the engine, each a task of its own. A job is open until it has a result for every game or is
-- cancelled; open jobs with the same quota share one limit.
CREATE TABLE job (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    account INTEGER REFERENCES account (id),
    visitor BLOB,
    quota TEXT NOT NULL,
    lang TEXT NOT NULL,
    games INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    finished_at INTEGER,
    cancelled INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX open_job ON job (quota) WHERE finished_at IS NULL;
CREATE INDEX job_of_account ON job (account, created_at);
CREATE INDEX job_of_visitor ON job (visitor, created_at);

CREATE TABLE job_game (
    job TEXT NOT NULL REFERENCES job (id),
    number INTEGER NOT NULL,
    pdn TEXT NOT NULL,
    PRIMARY KEY (job, number)
) STRICT, WITHOUT ROWID;

-- The primary key decides between two workers with the same game.
CREATE TABLE job_result (
    job TEXT NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (job, number),
    FOREIGN KEY (job, number) REFERENCES job_game (job, number)
) STRICT, WITHOUT ROWID;
