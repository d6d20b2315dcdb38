-- refused: Into, which is not an allowed construct
SELECT e.name INTO copied FROM entry AS e
