-- refused: it is DELETE and not SELECT
WITH one AS (SELECT 1) DELETE FROM alias
