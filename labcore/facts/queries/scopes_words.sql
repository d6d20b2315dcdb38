-- name: scopes_words
-- version: 2
-- parameters: project, revision, network, snapshot, kind, w1, w2, w3, w4, w5, w6, w7, w8, words, limit
-- columns: project, revision, network, snapshot
-- covers: every scope that agrees with the parts given (NULL: not given) and holds an entry whose name holds every word
-- does not cover: which entries, meaning, synonyms, other word forms
SELECT s.project, s.revision, s.network, s.snapshot
FROM word AS w
INNER JOIN entry AS e ON e.entry_id = w.entry_id
INNER JOIN snapshot AS s ON s.scope_id = e.scope_id
WHERE
    w.word = (
        SELECT t.word
        FROM word_total AS t
        WHERE t.word IN (:w1, :w2, :w3, :w4, :w5, :w6, :w7, :w8)
        ORDER BY t.entries, t.word
        LIMIT 1
    )
    AND (
        SELECT count(*)
        FROM word AS o
        WHERE
            o.scope_id = w.scope_id AND o.entry_id = w.entry_id
            AND o.word IN (:w1, :w2, :w3, :w4, :w5, :w6, :w7, :w8)
    ) = :words
    AND (CAST(:project AS TEXT) IS NULL OR s.project = :project)
    AND (CAST(:revision AS TEXT) IS NULL OR s.revision = :revision)
    AND (CAST(:network AS TEXT) IS NULL OR s.network = :network)
    AND (CAST(:snapshot AS TEXT) IS NULL OR s.snapshot = :snapshot)
    AND (CAST(:kind AS TEXT) IS NULL OR e.kind = :kind)
GROUP BY s.project, s.revision, s.network, s.snapshot
ORDER BY 1, 2, 3, 4
LIMIT :limit
