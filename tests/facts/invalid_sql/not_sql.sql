-- refused: does not parse
choose the name of the entry
