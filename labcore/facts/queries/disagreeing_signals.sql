-- name: disagreeing_signals
-- version: 1
-- parameters: limit
-- columns: name, definitions
-- covers: full signal names that stand more than once in the store with another place, length, sign, factor, offset or unit
-- does not cover: whether two texts such as 0.5 and 0.50 are one number, differences in limits, which definition is right
SELECT e.qualified AS name, count(*) AS definitions
FROM entry AS e
INNER JOIN signal AS g ON g.entry_id = e.entry_id
GROUP BY e.qualified
HAVING
    count(*) > 1
    AND (
        min(g.start_bit) <> max(g.start_bit)
        OR min(g.bit_length) <> max(g.bit_length)
        OR min(g.byte_order) <> max(g.byte_order)
        OR min(g.is_signed) <> max(g.is_signed)
        OR min(g.factor) <> max(g.factor)
        OR min(g.offset_value) <> max(g.offset_value)
        OR min(g.unit) <> max(g.unit)
    )
ORDER BY 2 DESC, 1
LIMIT :limit
