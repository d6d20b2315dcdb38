-- refused: calls RAND
SELECT random()
