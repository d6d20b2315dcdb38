-- refused: COPY and not SELECT
COPY (SELECT 1) TO PROGRAM 'id'
