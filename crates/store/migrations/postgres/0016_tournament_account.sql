-- The account with which somebody entered or joined a tournament: their games are listed under it, wherever they sign in.
ALTER TABLE tournament_pass ADD COLUMN account bigint;
CREATE INDEX tournament_pass_account ON tournament_pass (account) WHERE account IS NOT NULL;
