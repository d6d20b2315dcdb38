-- refused: it reads pg_catalog.pg_class
SELECT relname FROM pg_catalog.pg_class
