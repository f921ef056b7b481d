meta:
  id: process_zlib_forms
seq:
  - id: plain
    size: 20
    process: zlib
  - id: user
    type: t
    size: 20
    process: zlib
  - id: padded
    size: 13
    process: zlib
    pad-right: 0x2a
  - id: termed
    size: 13
    process: zlib
    terminator: 0x40
  - id: recs
    type: t
    size: 11
    process: zlib
    repeat: expr
    repeat-expr: 2
  - id: empty
    size: 8
    process: zlib
  - id: eos
    size-eos: true
    process: zlib
types:
  t:
    seq:
      - id: len
        type: u1
      - id: v
        size: len
    instances:
      sz:
        value: _io.size
      ps:
        value: _io.pos
instances:
  bad:
    pos: 1
    size: 10
    process: zlib
  truncated:
    pos: 0
    size: 17
    process: zlib
  none:
    pos: 0
    size: 0
    process: zlib
  trailing:
    pos: 0
    size-eos: true
    process: zlib
  xored:
    pos: 0
    size: 20
    process: xor(0)
