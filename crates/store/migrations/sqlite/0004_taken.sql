-- The game says which seek it came from, so that making it and taking the seek up are one write; and a seek can lead to
-- one game only, whoever comes at the same time.
ALTER TABLE game ADD COLUMN seek TEXT REFERENCES seek (id);
UPDATE game SET seek = (SELECT seek.id FROM seek WHERE seek.game = game.id);
CREATE UNIQUE INDEX game_of_seek ON game (seek) WHERE seek IS NOT NULL;
ALTER TABLE seek DROP COLUMN game;
