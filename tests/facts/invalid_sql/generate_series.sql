-- refused: reads GENERATE_SERIES
SELECT g FROM generate_series(1, 1000000000) AS g
