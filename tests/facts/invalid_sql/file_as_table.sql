-- refused: reads "/etc/passwd"
SELECT * FROM '/etc/passwd'
