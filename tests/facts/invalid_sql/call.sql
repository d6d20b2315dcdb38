-- refused: COMMAND and not SELECT
CALL cleanup()
