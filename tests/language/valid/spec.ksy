meta:
  id: valid
  endian: le
  encoding: ASCII
seq:
  - {id: exact, type: u2, valid: 0x102}
  - {id: exact_eq, type: u1, valid: {eq: 2 + 1}}
  - {id: ranged, type: s1, valid: {min: -5, max: 5}}
  - {id: at_least, type: f4, valid: {min: 0.5}}
  - {id: listed, type: u1, valid: {any-of: [1, 2, 0x10]}}
  - {id: even, type: u2, valid: {expr: _ % 2 == 0 and _ > ranged}}
  - {id: kind, type: u1, enum: kind, valid: "kind::good"}
  - {id: any_kind, type: u1, enum: kind, valid: {in-enum: true}}
  - {id: word, type: str, size: 2, valid: '"hi"'}
  - {id: raw, size: 2, valid: "[0, 0xff]"}
  - {id: each, type: u1, repeat: expr, repeat-expr: 2, valid: {max: 9}}
  - {id: rising, type: u1, repeat: expr, repeat-expr: 2, valid: {min: _index}}
enums:
  kind: {1: good, 2: bad}
