-- refused: holds a comment or a semicolon
SELECT e.name FROM entry AS e;
