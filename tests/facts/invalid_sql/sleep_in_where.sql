-- refused: calls PG_SLEEP(3)
SELECT e.name FROM entry AS e WHERE pg_sleep(3) IS NULL
