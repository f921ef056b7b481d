meta:
  id: bit_runs
  endian: le
  bit-endian: le
seq:
  - {id: is_packed, type: b1}
  - {id: is_signed, type: b1}
  - {id: kind, type: b2, enum: kind}
  - {id: level, type: b20}
  - {id: number, type: u1}
  - {id: high, type: b4be}
  - {id: inner, type: inner}
  - {id: first, type: b3be}
  - {id: checked, type: b5be, valid: 9}
  - {id: wide, type: b70}
  - {id: none, type: b1}
  - {id: all, type: b1, enum: all}
types:
  inner:
    doc: Begins in the middle of a byte.
    seq:
      - {id: class, type: b3be}
      - {id: is_last, type: b1be}
      - {type: b5be}
      - {id: rest, type: b3be}
enums:
  kind: {2: data, 3: index}
  all: {0: 'no', 1: 'yes'}
