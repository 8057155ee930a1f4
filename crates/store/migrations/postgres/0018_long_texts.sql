-- Long texts in parts, as a copy of an SQLite store has them: the row has the first part, and `rest` names the others.
CREATE TABLE text_part (
    text text COLLATE "C" NOT NULL,
    part bigint NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (text, part)
);

ALTER TABLE imported ADD COLUMN rest text COLLATE "C";
ALTER TABLE job_game ADD COLUMN rest text COLLATE "C";
ALTER TABLE job_result ADD COLUMN rest text COLLATE "C";

-- The rest goes with its row.
CREATE FUNCTION delete_rest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM text_part WHERE text = OLD.rest;
    RETURN NULL;
END
$$;
CREATE TRIGGER imported_deleted AFTER DELETE ON imported
    FOR EACH ROW WHEN (OLD.rest IS NOT NULL) EXECUTE FUNCTION delete_rest();
CREATE TRIGGER job_game_deleted AFTER DELETE ON job_game
    FOR EACH ROW WHEN (OLD.rest IS NOT NULL) EXECUTE FUNCTION delete_rest();
CREATE TRIGGER job_game_emptied AFTER UPDATE OF rest ON job_game
    FOR EACH ROW WHEN (OLD.rest IS NOT NULL AND NEW.rest IS NULL) EXECUTE FUNCTION delete_rest();
CREATE TRIGGER job_result_deleted AFTER DELETE ON job_result
    FOR EACH ROW WHEN (OLD.rest IS NOT NULL) EXECUTE FUNCTION delete_rest();
