-- refused: With, which is not an allowed construct
WITH one AS (SELECT e.name FROM entry AS e) SELECT entry.name FROM entry
