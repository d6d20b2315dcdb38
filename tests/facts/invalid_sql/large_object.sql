-- refused: calls LO_IMPORT
SELECT (SELECT lo_import('/etc/passwd'))
