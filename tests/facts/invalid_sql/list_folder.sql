-- refused: Lateral, which is not an allowed construct
SELECT x.name FROM entry AS x, LATERAL pg_ls_dir('.') AS y
