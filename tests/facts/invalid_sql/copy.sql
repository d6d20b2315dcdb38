-- refused: COPY and not SELECT
COPY alias TO STDOUT
