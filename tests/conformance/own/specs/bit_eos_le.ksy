meta:
  id: bit_eos_le
  bit-endian: le
  ks-debug: true
seq:
  - id: a
    type: b5
  - id: eof_1
    type: probe
  - id: b
    type: b3
  - id: eof_2
    type: probe
  - id: opt
    type: b6
    if: not _io.eof
  - id: opt2
    type: b2
    if: not _io.eof
  - id: big
    type: b12
    if: a > 16
types:
  probe:
    seq:
      - id: dummy
        size: 0
        if: false
    instances:
      eof:
        value: _io.eof
      pos:
        value: _io.pos
