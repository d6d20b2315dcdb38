-- refused: it is DROP and not SELECT
DROP TABLE alias
