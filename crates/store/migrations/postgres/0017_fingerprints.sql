-- The hash of an imported game's text, by which it is recognised when it is imported again: the first eight bytes of SHA-256.
ALTER TABLE imported ADD COLUMN fingerprint bigint;
UPDATE imported SET fingerprint =
    ('x' || left(encode(sha256(convert_to(pdn, 'UTF8')), 'hex'), 16))::bit(64)::bigint;
