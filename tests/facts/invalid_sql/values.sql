-- refused: VALUES and not SELECT
VALUES (1)
