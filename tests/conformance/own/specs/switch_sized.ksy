meta:
  id: switch_sized
  endian: be
  encoding: ASCII
seq:
  - id: chunks
    type: chunk
    repeat: until
    repeat-until: _.tag == "EN"
  - id: swl
    size: 2
    process: xor(_index)
    type:
      switch-on: _index
      cases:
        0: a
        1: b(_index)
        2: c
    repeat: expr
    repeat-expr: 3
  - id: rot
    size-eos: true
    process: ror(4)
    type:
      switch-on: chunks.size
      cases:
        5: a
types:
  chunk:
    seq:
      - id: tag
        type: str
        size: 2
      - id: len
        type: u1
      - id: body
        size: len
        type:
          switch-on: tag
          cases:
            '"AA"': a
            '"BB"': b(len)
            '"CC"': c
      - id: prim
        size: 1
        type:
          switch-on: tag
          cases:
            '"AA"': u1
            '"BB"': s1
            _: a
    instances:
      body_io_size:
        value: body.as<a>._io.size
        if: tag == "AA"
      has_b:
        value: body.as<b>.m * 2
        if: tag == "BB"
  a:
    seq:
      - id: x
        type: u1
      - id: rest
        size-eos: true
  b:
    params:
      - id: m
        type: u1
    seq:
      - id: y
        size: m - 1
    instances:
      parent_has:
        value: m + _io.size
  c:
    seq:
      - id: kids
        type: a
        size: 1
        repeat: eos
