-- name: build
-- version: 1
-- parameters:
-- columns: contract, source_name, source_digest
-- covers: which source the store was built from
-- does not cover: when it was built, and by whom
SELECT b.contract, b.source_name, b.source_digest
FROM build AS b
