meta:
  id: inst_switch_process_valid
  endian: be
seq:
  - id: key
    type: u1
  - id: kind
    type: u1
  - id: raw
    size: 4
instances:
  xored:
    pos: 2
    size: 4
    process: xor(key)
  xored_keys:
    pos: 2
    size: 4
    process: 'xor([key, 1, 0].as<bytes>)'
  rotated:
    pos: 2
    size: 4
    process: rol(3)
  typed:
    pos: 2
    size: 4
    process: xor(key)
    type: t
  typed_list:
    pos: 2
    size: 2
    process: ror(_index)
    type: t
    repeat: expr
    repeat-expr: 2
  unz:
    pos: 6
    size: _io.size - 6
    process: zlib
  unz_t:
    pos: 6
    size: _io.size - 6
    process: zlib
    type: t
  sw:
    pos: 2
    size: 4
    process: xor(key)
    type:
      switch-on: kind
      cases:
        1: t
        2: t2
  sw_none:
    pos: 2
    size: 4
    process: xor(0x20)
    type:
      switch-on: kind
      cases:
        7: t
  sw_prim:
    pos: 2
    type:
      switch-on: kind
      cases:
        1: u1
        2: u4
        3: s2
  sw_nothing:
    pos: 2
    type:
      switch-on: kind
      cases:
        9: u1
  ok:
    pos: 0
    type: u1
    valid: 5
  too_big:
    pos: 0
    type: u1
    valid:
      max: 4
  bad_list:
    pos: 2
    type: u1
    repeat: expr
    repeat-expr: 4
    valid:
      expr: _ != 0x43 or kind == 9
  bad_any:
    pos: 1
    type: u1
    valid:
      any-of: [1, 3, key]
  bad_bytes:
    pos: 2
    size: 2
    valid: '[0x41, 0x43]'
types:
  t:
    seq:
      - id: x
        type: u1
      - id: rest
        size-eos: true
  t2:
    seq:
      - id: y
        type: u2
    instances:
      all:
        pos: 0
        size-eos: true
