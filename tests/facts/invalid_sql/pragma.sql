-- refused: PRAGMA and not SELECT
PRAGMA query_only = 0
