-- refused: it is INSERT and not SELECT
INSERT INTO alias VALUES ('a', 1, 'a', 1)
