-- refused: holds 0 statements

