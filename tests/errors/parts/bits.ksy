meta: {id: bits, endian: be, bit-endian: be}
seq:
  - {id: a, type: b3}
  - {id: b, type: b5}
  - {id: rest, type: u1}
