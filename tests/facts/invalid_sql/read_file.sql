-- refused: calls PG_READ_FILE
SELECT pg_read_file('/etc/passwd')
