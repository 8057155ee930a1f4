-- The hash of an imported game's text, by which it is recognised when it is imported again. Rows from before get theirs when
-- the file is opened.
ALTER TABLE imported ADD COLUMN fingerprint INTEGER;
CREATE INDEX imported_without_fingerprint ON imported (id) WHERE fingerprint IS NULL;
