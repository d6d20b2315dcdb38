-- refused: it reads pg_shadow
SELECT passwd FROM pg_shadow
