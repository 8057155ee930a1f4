-- A long text stands only in part in its row; the rest is here, in parts that were written one by one, since moves wait for
-- whatever is being written. `rest` is the name of that rest.
CREATE TABLE text_part (
    text TEXT NOT NULL,
    part INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (text, part)
) STRICT;

ALTER TABLE imported ADD COLUMN rest TEXT;
ALTER TABLE job_game ADD COLUMN rest TEXT;
ALTER TABLE job_result ADD COLUMN rest TEXT;
CREATE INDEX imported_rest ON imported (rest) WHERE rest IS NOT NULL;
CREATE INDEX job_game_rest ON job_game (rest) WHERE rest IS NOT NULL;
CREATE INDEX job_result_rest ON job_result (rest) WHERE rest IS NOT NULL;

-- The rest goes with its row.
CREATE TRIGGER imported_deleted AFTER DELETE ON imported WHEN OLD.rest IS NOT NULL
BEGIN DELETE FROM text_part WHERE text = OLD.rest; END;
CREATE TRIGGER job_game_deleted AFTER DELETE ON job_game WHEN OLD.rest IS NOT NULL
BEGIN DELETE FROM text_part WHERE text = OLD.rest; END;
CREATE TRIGGER job_game_emptied AFTER UPDATE OF rest ON job_game WHEN OLD.rest IS NOT NULL AND NEW.rest IS NULL
BEGIN DELETE FROM text_part WHERE text = OLD.rest; END;
CREATE TRIGGER job_result_deleted AFTER DELETE ON job_result WHEN OLD.rest IS NOT NULL
BEGIN DELETE FROM text_part WHERE text = OLD.rest; END;

-- A job whose games are still being written: `cancelled` is 2 until all of them are there.
CREATE INDEX unfinished_job ON job (id) WHERE cancelled = 2;
