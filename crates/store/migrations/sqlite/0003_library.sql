-- A game that came from a file, and whose it is: its text is all there is of it, and is never changed.
CREATE TABLE imported (
    id TEXT PRIMARY KEY,
    visitor BLOB,
    account INTEGER,
    pdn TEXT NOT NULL
) STRICT;
CREATE INDEX imported_visitor ON imported (visitor) WHERE visitor IS NOT NULL;
CREATE INDEX imported_account ON imported (account) WHERE account IS NOT NULL;

-- What the library shows and looks for, of imported and of played games. It is worked out from them, so it could be
-- made again; a played game's card is made anew when its log has grown past `events`.
CREATE TABLE card (
    id TEXT PRIMARY KEY,
    source TEXT NOT NULL,
    at INTEGER NOT NULL,
    variant TEXT NOT NULL,
    white TEXT NOT NULL,
    black TEXT NOT NULL,
    event TEXT NOT NULL,
    date TEXT NOT NULL,
    outcome TEXT NOT NULL,
    result TEXT NOT NULL,
    plies INTEGER NOT NULL,
    events INTEGER NOT NULL
) STRICT;
CREATE INDEX card_newest ON card (at DESC, id);

-- Which games went through a position, by the key of the position.
CREATE TABLE seen (
    key INTEGER NOT NULL,
    card TEXT NOT NULL REFERENCES card (id),
    PRIMARY KEY (key, card)
) STRICT, WITHOUT ROWID;
