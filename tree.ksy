
meta: {id: tree, endian: le}
seq:
  - {id: kind, type: u1, enum: kind, valid: {in-enum: true}}
  - {id: has_note, type: u1, valid: {max: 1}}
  - {id: note, type: u2, if: has_note == 1}
  - {id: num_leaves, type: u1, valid: {max: 3}}
  - {id: leaves, type: leaf, repeat: expr, repeat-expr: num_leaves}
types:
  leaf:
    seq:
      - {id: tag, type: u1, valid: {any-of: [1, 2]}}
      - {id: body, type: {switch-on: tag, cases: {1: u1, 2: u4}}}
enums: {kind: {1: oak, 7: beech}}
