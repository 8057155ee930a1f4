-- Ratings of accounts, by rule set and pace: a row for each rated game, never changed, numbered without gaps. The primary key
-- decides between two games that end at the same time, and a game changes a rating once. Numbers are thousandths; the
-- volatility is in millionths.
CREATE TABLE rating (
    account INTEGER NOT NULL REFERENCES account (id),
    variant TEXT NOT NULL,
    pace TEXT NOT NULL,
    number INTEGER NOT NULL,
    game TEXT NOT NULL,
    at INTEGER NOT NULL,
    rating INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    volatility INTEGER NOT NULL,
    PRIMARY KEY (account, variant, pace, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX rating_of_game ON rating (game, account);
