-- refused: it is DELETE and not SELECT
DELETE FROM alias
