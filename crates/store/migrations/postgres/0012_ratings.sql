-- Ratings of accounts, by rule set and pace: a row for each rated game, never changed, numbered without gaps. The primary key
-- decides between two games that end at the same time, and a game changes a rating once. Numbers are thousandths; the
-- volatility is in millionths.
CREATE TABLE rating (
    account bigint NOT NULL REFERENCES account (id),
    variant text COLLATE "C" NOT NULL,
    pace text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    game text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    rating bigint NOT NULL,
    deviation bigint NOT NULL,
    volatility bigint NOT NULL,
    PRIMARY KEY (account, variant, pace, number)
);
CREATE UNIQUE INDEX rating_of_game ON rating (game, account);
