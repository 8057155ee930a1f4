-- Jobs: games that wait for the engine, each a task of its own. A job is open until it has a result for every game or is
-- cancelled; open jobs with the same quota share one limit.
CREATE TABLE job (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    kind text COLLATE "C" NOT NULL,
    account bigint REFERENCES account (id),
    visitor bytea,
    quota text COLLATE "C" NOT NULL,
    lang text COLLATE "C" NOT NULL,
    games bigint NOT NULL,
    created_at bigint NOT NULL,
    finished_at bigint,
    cancelled bigint NOT NULL
);
CREATE INDEX open_job ON job (quota) WHERE finished_at IS NULL;
CREATE INDEX job_of_account ON job (account, created_at);
CREATE INDEX job_of_visitor ON job (visitor, created_at);

CREATE TABLE job_game (
    job text COLLATE "C" NOT NULL REFERENCES job (id),
    number bigint NOT NULL,
    pdn text NOT NULL,
    PRIMARY KEY (job, number)
);

-- The primary key decides between two workers with the same game.
CREATE TABLE job_result (
    job text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    at bigint NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (job, number),
    FOREIGN KEY (job, number) REFERENCES job_game (job, number)
);
