-- refused: and not SELECT
NOTIFY somebody
