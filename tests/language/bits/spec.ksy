meta:
  id: bits
  endian: be
seq:
  - {id: version, type: b4}
  - {id: is_last, type: b1}
  - {id: kind, type: b3, enum: kind}
  - {id: flags, type: b1, repeat: expr, repeat-expr: 3}
  - {id: wide, type: b13}
  - {id: byte, type: u1}
  - {id: dropped, type: b5}
  - {id: word, type: u2}
  - {id: low, type: b3le}
  - {id: high, type: b13le}
  - {id: pair, type: pair}
  - {id: very_wide, type: b68}
types:
  pair:
    seq:
      - {id: a, type: b6}
      - {id: b, type: b6}
enums:
  kind: {2: data, 5: index}
instances:
  sum: {value: 'version + kind.to_i + (is_last ? 1 : 0)'}
