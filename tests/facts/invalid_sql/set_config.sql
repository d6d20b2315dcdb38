-- refused: calls SET_CONFIG
SELECT set_config('statement_timeout', '0', FALSE)
