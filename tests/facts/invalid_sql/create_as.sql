-- refused: it is CREATE and not SELECT
CREATE TABLE copied AS SELECT e.name FROM entry AS e
