-- refused: Lock, which is not an allowed construct
SELECT e.name FROM entry AS e FOR SHARE
