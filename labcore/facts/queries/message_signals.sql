-- name: message_signals
-- version: 1
-- parameters: project, revision, network, snapshot, name
-- columns: bit_length, byte_order, factor, is_signed, maximum, minimum, offset, signal_key, start_bit, unit
-- hidden: owner, qualified, limitations, source
-- covers: the signals of one message in one scope, by start bit and name
-- does not cover: value tables, multiplexing conditions, other scopes
SELECT
    g.bit_length, g.byte_order, g.factor, g.is_signed, g.maximum, g.minimum,
    g.offset_value AS "offset", e.name AS signal_key, g.start_bit, g.unit,
    o.entry_id AS owner, o.qualified, e.limitations, e.source
FROM snapshot AS s
INNER JOIN entry AS o ON o.scope_id = s.scope_id
INNER JOIN signal AS g ON g.message_id = o.entry_id
INNER JOIN entry AS e ON e.entry_id = g.entry_id
WHERE
    s.project = :project AND s.revision = :revision AND s.network = :network AND s.snapshot = :snapshot
    AND o.name = :name
ORDER BY g.start_bit, e.name, e.entry_id
