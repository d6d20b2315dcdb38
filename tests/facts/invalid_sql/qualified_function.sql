-- refused: Dot, which is not an allowed construct
SELECT pg_catalog.pg_sleep(3)
