# error[Q901] 11:23 /seq/3/type: a type of another spec that begins with bits, within a byte, is understood, but not compiled yet
meta:
  id: within
  endian: be
  bit-endian: be
  imports: [parts/bits]
seq:
  - {id: whole, type: b8}
  - {id: there, type: bits}
  - {id: half, type: b4}
  - {id: inner, type: bits}
  - {id: other, type: b4}
  - {id: apart, type: bits, size: 2}
