-- refused: and not SELECT
TABLE alias
