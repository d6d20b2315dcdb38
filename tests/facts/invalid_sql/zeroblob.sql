-- refused: calls ZEROBLOB
SELECT zeroblob(900000000)
