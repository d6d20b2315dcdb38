-- name: find_exact
-- version: 1
-- parameters: project, revision, network, snapshot, kind, term, folded, limit
-- columns: project, revision, network, snapshot, kind, name, matched_by, alias, source, superseded
-- covers: entries of the kind asked for (NULL: any) in one scope, whose name, or whose approved alias, is the term
-- does not cover: other scopes, unapproved aliases, parts of names, other spellings
SELECT
    s.project, s.revision, s.network, s.snapshot, e.kind, e.qualified AS name,
    'exact' AS matched_by, CAST(NULL AS TEXT) AS alias, e.source, e.superseded
FROM snapshot AS s
INNER JOIN entry AS e ON e.scope_id = s.scope_id
WHERE
    s.project = :project AND s.revision = :revision AND s.network = :network AND s.snapshot = :snapshot
    AND (e.name = :term OR e.qualified = :term)
    AND (CAST(:kind AS TEXT) IS NULL OR e.kind = :kind)
UNION ALL
SELECT
    s.project, s.revision, s.network, s.snapshot, e.kind, e.qualified AS name,
    'alias' AS matched_by, a.alias, e.source, e.superseded
FROM alias AS a
INNER JOIN entry AS e ON e.entry_id = a.entry_id
INNER JOIN snapshot AS s ON s.scope_id = e.scope_id
WHERE
    s.project = :project AND s.revision = :revision AND s.network = :network AND s.snapshot = :snapshot
    AND a.folded = :folded AND a.approved = 1
    AND e.name <> :term AND e.qualified <> :term
    AND (CAST(:kind AS TEXT) IS NULL OR e.kind = :kind)
ORDER BY 5, 6, 9
LIMIT :limit
