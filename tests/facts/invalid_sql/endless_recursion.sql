-- refused: With, which is not an allowed construct
WITH RECURSIVE r (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT count(*) FROM r
