-- A confirmed address to which a link for a new password can be sent.
ALTER TABLE account ADD COLUMN email TEXT;

-- Links in mails: one confirms an address, the other sets a new password. Only digests are stored.
CREATE TABLE mail_link (
    word BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account (id),
    purpose TEXT NOT NULL,
    email TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_link_account ON mail_link (account);

-- Public keys with which owners sign in without a password.
CREATE TABLE passkey (
    id BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account (id),
    public_key BLOB NOT NULL,
    uses INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    label TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_account ON passkey (account);
