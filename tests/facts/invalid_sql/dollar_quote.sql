-- refused: RawString, which is not an allowed construct
SELECT $$text$$
