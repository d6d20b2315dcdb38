-- refused: calls READFILE
SELECT readfile('/etc/passwd')
