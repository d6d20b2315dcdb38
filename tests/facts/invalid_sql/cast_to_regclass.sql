-- refused: not an allowed construct
SELECT CAST('pg_shadow' AS regclass)
