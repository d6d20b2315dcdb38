-- The one schema of both engines. PostgreSQL adds COLLATE "C" to each TEXT, so that texts sort by code
-- point on both. Decimals are TEXT, so that no binary float comes between a source and an answer.
-- There are no foreign keys: a reload deletes 10^5 rows and more, and PostgreSQL would look through the
-- words once for each. The loader numbers the rows itself, and a test holds every reference.

CREATE TABLE build (
    contract TEXT NOT NULL PRIMARY KEY,
    source_name TEXT NOT NULL,
    source_digest TEXT NOT NULL,
    schema_digest TEXT NOT NULL,
    registry_digest TEXT NOT NULL
);

CREATE TABLE template (
    query TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    digest TEXT NOT NULL
);

CREATE TABLE snapshot (
    scope_id INTEGER NOT NULL PRIMARY KEY,
    project TEXT NOT NULL,
    revision TEXT NOT NULL,
    network TEXT NOT NULL,
    snapshot TEXT NOT NULL,
    recorded_on TEXT NOT NULL,
    records TEXT NOT NULL,
    limitations TEXT NOT NULL,
    UNIQUE (project, revision, network, snapshot)
);

CREATE INDEX snapshot_by_name ON snapshot (snapshot);

CREATE TABLE entry (
    entry_id INTEGER NOT NULL PRIMARY KEY,
    scope_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    qualified TEXT NOT NULL,
    superseded INTEGER NOT NULL,
    limitations TEXT NOT NULL,
    source TEXT NOT NULL
);

CREATE INDEX entry_by_name ON entry (name, scope_id);

CREATE INDEX entry_by_qualified ON entry (qualified, scope_id);

CREATE TABLE alias (
    folded TEXT NOT NULL,
    entry_id INTEGER NOT NULL,
    alias TEXT NOT NULL,
    approved INTEGER NOT NULL,
    PRIMARY KEY (folded, entry_id)
);

CREATE TABLE word (
    word TEXT NOT NULL,
    scope_id INTEGER NOT NULL,
    entry_id INTEGER NOT NULL,
    PRIMARY KEY (word, scope_id, entry_id)
);

-- In how many entries each word stands, so that a search begins with the rarest of its words.
CREATE TABLE word_total (
    word TEXT NOT NULL PRIMARY KEY,
    entries INTEGER NOT NULL
);

CREATE TABLE message (
    entry_id INTEGER NOT NULL PRIMARY KEY,
    frame_identifier BIGINT,
    payload_byte_length INTEGER,
    superseded_by_project TEXT,
    superseded_by_revision TEXT,
    superseded_by_network TEXT,
    superseded_by_snapshot TEXT,
    transmit_mode TEXT,
    transmit_period_ms INTEGER
);

CREATE TABLE signal (
    entry_id INTEGER NOT NULL PRIMARY KEY,
    message_id INTEGER NOT NULL,
    bit_length INTEGER,
    byte_order TEXT,
    factor TEXT,
    is_signed TEXT,
    maximum TEXT,
    minimum TEXT,
    offset_value TEXT,
    start_bit INTEGER,
    unit TEXT
);

CREATE INDEX signal_by_message ON signal (message_id);

CREATE TABLE mapping (
    entry_id INTEGER NOT NULL PRIMARY KEY,
    source_signal TEXT NOT NULL,
    target_network TEXT NOT NULL,
    target_message TEXT NOT NULL,
    target_signal TEXT NOT NULL
);
