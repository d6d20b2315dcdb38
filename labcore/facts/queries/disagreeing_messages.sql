-- name: disagreeing_messages
-- version: 1
-- parameters: limit
-- columns: name, definitions
-- covers: message names that stand more than once in the store with another identifier, length, mode or period
-- does not cover: differences in their signals, which definition is right
SELECT e.name, count(*) AS definitions
FROM entry AS e
INNER JOIN message AS m ON m.entry_id = e.entry_id
GROUP BY e.name
HAVING
    count(*) > 1
    AND (
        min(m.frame_identifier) <> max(m.frame_identifier)
        OR min(m.payload_byte_length) <> max(m.payload_byte_length)
        OR min(m.transmit_mode) <> max(m.transmit_mode)
        OR min(m.transmit_period_ms) <> max(m.transmit_period_ms)
    )
ORDER BY 2 DESC, 1
LIMIT :limit
