-- refused: calls CURRENT_SETTING
SELECT current_setting('data_directory')
