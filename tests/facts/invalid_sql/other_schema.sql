-- refused: it reads other.entry
SELECT name FROM other.entry
