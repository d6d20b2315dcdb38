-- refused: calls CURRENT_USER
SELECT current_user
