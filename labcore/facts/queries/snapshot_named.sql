-- name: snapshot_named
-- version: 1
-- parameters: snapshot
-- columns: project, revision, network, snapshot, recorded_on, records, limitations, source_digest
-- covers: every scope whose snapshot has this name, with what it records
-- does not cover: which of several scopes is meant
SELECT s.project, s.revision, s.network, s.snapshot, s.recorded_on, s.records, s.limitations, b.source_digest
FROM snapshot AS s
CROSS JOIN build AS b
WHERE s.snapshot = :snapshot
ORDER BY s.project, s.revision, s.network, s.snapshot
