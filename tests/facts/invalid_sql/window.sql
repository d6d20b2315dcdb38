-- refused: Window, which is not an allowed construct
SELECT row_number() OVER (ORDER BY e.name) FROM entry AS e
