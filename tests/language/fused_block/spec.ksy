meta:
  id: fused_block
  endian: le
seq:
  - {id: width, type: u2}
  - {id: kind, type: u1, enum: kind}
  - {id: height, type: u4}
  - {id: big, type: u2be}
  - {id: offset, type: s2be, valid: {min: -3}}
  - {id: name, size: 3}
  - {id: alone, type: u4}
enums:
  kind:
    1: square
    2: round
