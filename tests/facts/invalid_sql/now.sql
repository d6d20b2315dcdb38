-- refused: calls NOW
SELECT now()
