-- name: coverage
-- version: 1
-- parameters:
-- columns: project, revision, network, snapshot, recorded_on, records, limitations, messages, signals, mappings, source_digest
-- covers: every snapshot that is loaded, what it records, and how many entries of each kind it holds
-- does not cover: names, facts, or whether a recorded field is stated for every entry
SELECT
    s.project, s.revision, s.network, s.snapshot, s.recorded_on, s.records, s.limitations,
    count(CASE WHEN e.kind = 'message' THEN 1 END) AS messages,
    count(CASE WHEN e.kind = 'signal' THEN 1 END) AS signals,
    count(CASE WHEN e.kind = 'mapping' THEN 1 END) AS mappings,
    b.source_digest
FROM snapshot AS s
CROSS JOIN build AS b
LEFT JOIN entry AS e ON e.scope_id = s.scope_id
GROUP BY
    s.project, s.revision, s.network, s.snapshot, s.recorded_on, s.records, s.limitations, b.source_digest
ORDER BY s.project, s.revision, s.network, s.snapshot
