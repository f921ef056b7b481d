meta:
  id: bit_widths_be
  bit-endian: be
seq:
  - id: b_1
    type: b1
  - id: b_2
    type: b2
  - id: b_3
    type: b3
  - id: b_5
    type: b5
  - id: b_7
    type: b7
  - id: b_8
    type: b8
  - id: b_9
    type: b9
  - id: b_11
    type: b11
  - id: b_12
    type: b12
  - id: b_16
    type: b16
  - id: b_17
    type: b17
  - id: b_23
    type: b23
  - id: b_24
    type: b24
  - id: b_31
    type: b31
  - id: b_32
    type: b32
  - id: b_33
    type: b33
  - id: b_47
    type: b47
  - id: b_48
    type: b48
  - id: b_57
    type: b57
  - id: b_63
    type: b63
  - id: b_64
    type: b64
  - id: b_65
    type: b65
  - id: b_66
    type: b66
  - id: b_70
    type: b70
  - id: b_13
    type: b13
  - id: b_72
    type: b72
  - id: b_6
    type: b6
  - id: tail
    type: u1
instances:
  is_one:
    value: 'b_1'
  one_i:
    value: 'b_1.to_i'
  sum:
    value: 'b_70 + b_65'
  io_pos:
    value: '_io.pos'
  eof:
    value: '_io.eof'
