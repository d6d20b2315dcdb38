-- name: snapshots
-- version: 1
-- parameters:
-- columns: project, revision, network, snapshot, recorded_on, records, limitations, source_digest
-- covers: every snapshot that is loaded, and what it records
-- does not cover: names, facts, numbers of entries
SELECT s.project, s.revision, s.network, s.snapshot, s.recorded_on, s.records, s.limitations, b.source_digest
FROM snapshot AS s
CROSS JOIN build AS b
ORDER BY s.project, s.revision, s.network, s.snapshot
