-- refused: holds a comment or a semicolon
SELECT 1; DELETE FROM alias
