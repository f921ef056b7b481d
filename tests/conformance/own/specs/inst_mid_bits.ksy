meta:
  id: inst_mid_bits
  endian: be
seq:
  - id: a
    type: b3
  - id: b
    type: b5
    if: at_end == 0x42
  - id: c
    type: b4
  - id: d
    type: b12
  - id: arr
    type: b2
    repeat: expr
    repeat-expr: bits_inst
  - id: aligned
    type: u1
instances:
  at_end:
    pos: _io.size - 1
    type: u1
  bits_inst:
    pos: 0
    type: b2
  bits_pos:
    value: _io.pos
