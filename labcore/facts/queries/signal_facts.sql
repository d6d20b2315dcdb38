-- name: signal_facts
-- version: 1
-- parameters: project, revision, network, snapshot, name
-- columns: bit_length, byte_order, factor, is_signed, maximum, message_key, minimum, offset, signal_key, start_bit, unit
-- hidden: owner, qualified, limitations, source
-- covers: the layout and scaling of the signals of one scope that carry this name, bare or as MESSAGE.SIGNAL
-- does not cover: value tables, multiplexing conditions, other scopes
SELECT
    g.bit_length, g.byte_order, g.factor, g.is_signed, g.maximum, o.name AS message_key, g.minimum,
    g.offset_value AS "offset", e.name AS signal_key, g.start_bit, g.unit,
    e.entry_id AS owner, e.qualified, e.limitations, e.source
FROM snapshot AS s
INNER JOIN entry AS e ON e.scope_id = s.scope_id
INNER JOIN signal AS g ON g.entry_id = e.entry_id
INNER JOIN entry AS o ON o.entry_id = g.message_id
WHERE
    s.project = :project AND s.revision = :revision AND s.network = :network AND s.snapshot = :snapshot
    AND (e.name = :name OR e.qualified = :name)
ORDER BY e.entry_id
