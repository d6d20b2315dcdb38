-- refused: holds a comment or a semicolon
DO $$ BEGIN PERFORM 1; END $$
