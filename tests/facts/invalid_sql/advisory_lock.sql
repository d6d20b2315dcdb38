-- refused: calls PG_ADVISORY_LOCK(1)
SELECT pg_advisory_lock(1)
