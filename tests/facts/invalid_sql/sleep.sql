-- refused: calls PG_SLEEP(3)
SELECT pg_sleep(3)
