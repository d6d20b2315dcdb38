-- refused: COMMAND and not SELECT
VACUUM INTO 'copy.sqlite'
