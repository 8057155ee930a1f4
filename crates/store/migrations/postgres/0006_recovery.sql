-- A confirmed address to which a link for a new password can be sent.
ALTER TABLE account ADD COLUMN email text;

-- Links in mails: one confirms an address, the other sets a new password. Only digests are stored.
CREATE TABLE mail_link (
    word bytea PRIMARY KEY,
    account bigint NOT NULL REFERENCES account (id),
    purpose text NOT NULL,
    email text NOT NULL,
    expires_at bigint NOT NULL
);
CREATE INDEX mail_link_account ON mail_link (account);

-- Public keys with which owners sign in without a password.
CREATE TABLE passkey (
    id bytea PRIMARY KEY,
    account bigint NOT NULL REFERENCES account (id),
    public_key bytea NOT NULL,
    uses bigint NOT NULL,
    created_at bigint NOT NULL,
    label text NOT NULL
);
CREATE INDEX passkey_account ON passkey (account);
