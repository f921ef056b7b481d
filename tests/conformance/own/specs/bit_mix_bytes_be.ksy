meta:
  id: bit_mix_bytes_be
  bit-endian: be
  endian: be
seq:
  - id: a
    type: b3
  - id: b
    type: u1
  - id: c
    type: b12
  - id: d
    type: u2
  - id: e
    type: b1
  - id: f
    size: 2
  - id: g
    type: b7
  - id: h
    type: strz
    encoding: ASCII
  - id: i
    type: b9
  - id: j
    size: 0
  - id: k
    type: b4
  - id: l
    type: f4
  - id: m
    type: b2
  - id: n
    contents: [0xaa]
  - id: o
    type: b6
  - id: p
    size-eos: true
instances:
  io_pos:
    value: '_io.pos'
  c_low:
    value: 'c & 15'
  g_sh:
    value: 'g << 3 | a'
