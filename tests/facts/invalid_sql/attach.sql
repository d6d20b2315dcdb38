-- refused: ATTACH and not SELECT
ATTACH 'other.sqlite' AS other
