meta:
  id: repeat
  endian: le
seq:
  - {id: num_values, type: u1}
  - {id: values, type: u2, repeat: expr, repeat-expr: num_values}
  - {id: pairs, type: pair(_index), repeat: expr, repeat-expr: 2}
  - {id: growing, size: _index + 1, repeat: expr, repeat-expr: 3}
  - {id: until_zero, type: u1, repeat: until, repeat-until: _ == 0}
  - {id: until_last, type: pair(9), repeat: until, repeat-until: _.a == 7 or _index == 4}
  - {id: kinds, type: u1, enum: kind, repeat: expr, repeat-expr: 2}
  - {id: rest, type: s1, repeat: eos}
types:
  pair:
    params:
      - {id: place, type: u4}
    seq:
      - {id: a, type: u1}
      - {id: b, type: u1}
enums:
  kind: {1: one}
