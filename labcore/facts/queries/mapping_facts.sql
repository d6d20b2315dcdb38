-- name: mapping_facts
-- version: 1
-- parameters: project, revision, network, snapshot, name
-- columns: mapping_key, source_signal, target_message, target_network, target_signal
-- hidden: owner, qualified, limitations, source
-- covers: which signal of one scope a mapping carries to which signal of another network
-- does not cover: which revision or snapshot of the target network is meant
SELECT
    e.name AS mapping_key, p.source_signal, p.target_message, p.target_network, p.target_signal,
    e.entry_id AS owner, e.qualified, e.limitations, e.source
FROM snapshot AS s
INNER JOIN entry AS e ON e.scope_id = s.scope_id
INNER JOIN mapping AS p ON p.entry_id = e.entry_id
WHERE
    s.project = :project AND s.revision = :revision AND s.network = :network AND s.snapshot = :snapshot
    AND e.name = :name
ORDER BY e.entry_id
