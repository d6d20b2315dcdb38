-- name: scopes_exact
-- version: 1
-- parameters: project, revision, network, snapshot, kind, term, folded, limit
-- columns: project, revision, network, snapshot
-- covers: every scope that agrees with the parts given (NULL: not given) and holds an entry whose name, or whose approved alias, is the term
-- does not cover: which entries, unapproved aliases, parts of names, other spellings
SELECT s.project, s.revision, s.network, s.snapshot
FROM entry AS e
INNER JOIN snapshot AS s ON s.scope_id = e.scope_id
WHERE
    (CAST(:project AS TEXT) IS NULL OR s.project = :project)
    AND (CAST(:revision AS TEXT) IS NULL OR s.revision = :revision)
    AND (CAST(:network AS TEXT) IS NULL OR s.network = :network)
    AND (CAST(:snapshot AS TEXT) IS NULL OR s.snapshot = :snapshot)
    AND (CAST(:kind AS TEXT) IS NULL OR e.kind = :kind)
    AND (e.name = :term OR e.qualified = :term)
UNION
SELECT s.project, s.revision, s.network, s.snapshot
FROM alias AS a
INNER JOIN entry AS e ON e.entry_id = a.entry_id
INNER JOIN snapshot AS s ON s.scope_id = e.scope_id
WHERE
    (CAST(:project AS TEXT) IS NULL OR s.project = :project)
    AND (CAST(:revision AS TEXT) IS NULL OR s.revision = :revision)
    AND (CAST(:network AS TEXT) IS NULL OR s.network = :network)
    AND (CAST(:snapshot AS TEXT) IS NULL OR s.snapshot = :snapshot)
    AND (CAST(:kind AS TEXT) IS NULL OR e.kind = :kind)
    AND a.folded = :folded AND a.approved = 1
ORDER BY 1, 2, 3, 4
LIMIT :limit
