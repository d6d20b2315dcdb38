-- refused: holds a comment or a semicolon
SELECT e.name /* hidden */ FROM entry AS e
