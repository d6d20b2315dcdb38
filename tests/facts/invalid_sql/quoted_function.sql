-- refused: calls "PG_SLEEP"
SELECT "pg_sleep"(3)
