-- refused: With, which is not an allowed construct
WITH gone AS (DELETE FROM alias RETURNING 1) SELECT * FROM gone
