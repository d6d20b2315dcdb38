-- refused: calls LOAD_EXTENSION
SELECT load_extension('x')
