-- name: message_period
-- version: 1
-- parameters: project, revision, network, snapshot, name
-- columns: message_key, transmit_mode, transmit_period_ms
-- hidden: owner, qualified, limitations, source
-- covers: how and how often one message is sent in one scope, in milliseconds
-- does not cover: jitter, minimum delay, what a network really did
SELECT e.name AS message_key, m.transmit_mode, m.transmit_period_ms,
    e.entry_id AS owner, e.qualified, e.limitations, e.source
FROM snapshot AS s
INNER JOIN entry AS e ON e.scope_id = s.scope_id
INNER JOIN message AS m ON m.entry_id = e.entry_id
WHERE
    s.project = :project AND s.revision = :revision AND s.network = :network AND s.snapshot = :snapshot
    AND e.name = :name
ORDER BY e.entry_id
