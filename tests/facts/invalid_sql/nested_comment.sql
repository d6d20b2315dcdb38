-- refused: holds a comment or a semicolon
SELECT e.name /* /* */ , pg_sleep(9) -- */ FROM entry AS e
