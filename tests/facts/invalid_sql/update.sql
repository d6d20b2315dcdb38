-- refused: it is UPDATE and not SELECT
UPDATE message SET transmit_period_ms = 10
