-- refused: calls ARRAY
SELECT ARRAY(SELECT e.name FROM entry AS e)
