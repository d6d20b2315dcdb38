-- refused: and not SELECT
RESET ALL
