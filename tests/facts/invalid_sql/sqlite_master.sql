-- refused: it reads sqlite_master
SELECT sql FROM sqlite_master
