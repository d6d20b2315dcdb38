-- name: message_facts
-- version: 1
-- parameters: project, revision, network, snapshot, name
-- columns: frame_identifier, message_key, payload_byte_length, superseded_by_network, superseded_by_project, superseded_by_revision, superseded_by_snapshot, transmit_mode, transmit_period_ms
-- hidden: owner, qualified, limitations, source
-- covers: the definition of one message in one scope
-- does not cover: its signals, other scopes, what another entry that replaced it says
SELECT
    m.frame_identifier, e.name AS message_key, m.payload_byte_length,
    m.superseded_by_network, m.superseded_by_project, m.superseded_by_revision, m.superseded_by_snapshot,
    m.transmit_mode, m.transmit_period_ms,
    e.entry_id AS owner, e.qualified, e.limitations, e.source
FROM snapshot AS s
INNER JOIN entry AS e ON e.scope_id = s.scope_id
INNER JOIN message AS m ON m.entry_id = e.entry_id
WHERE
    s.project = :project AND s.revision = :revision AND s.network = :network AND s.snapshot = :snapshot
    AND e.name = :name
ORDER BY e.entry_id
