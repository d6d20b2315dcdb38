-- refused: Like, which is not an allowed construct
SELECT e.name FROM entry AS e WHERE e.name LIKE :name
