-- refused: SET and not SELECT
SET statement_timeout = 0
