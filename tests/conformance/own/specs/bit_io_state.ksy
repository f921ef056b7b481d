meta:
  id: bit_io_state
seq:
  - id: a
    type: b4
  - id: pos_a
    type: snap(_io.pos, _io.eof, _io.size)
  - id: b
    type: b4
  - id: pos_b
    type: snap(_io.pos, _io.eof, _io.size)
  - id: c
    type: b10
  - id: pos_c
    type: snap(_io.pos, _io.eof, _io.size)
  - id: d
    type: b6
  - id: pos_d
    type: snap(_io.pos, _io.eof, _io.size)
types:
  snap:
    params:
      - id: pos
        type: u4
      - id: eof
        type: bool
      - id: size
        type: u4
