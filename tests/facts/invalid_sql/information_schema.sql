-- refused: it reads information_schema.tables
SELECT table_name FROM information_schema.tables
