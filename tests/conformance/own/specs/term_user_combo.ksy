meta:
  id: term_user_combo
seq:
  - id: v0
    type: t
    terminator: 0x3b
    include: false
    consume: false
    eos-error: false
  - id: n0
    type: u1
  - id: v1
    type: t
    terminator: 0x3b
    include: false
    consume: false
    eos-error: true
  - id: n1
    type: u1
  - id: v2
    type: t
    terminator: 0x3b
    include: false
    consume: true
    eos-error: false
  - id: n2
    type: u1
  - id: v3
    type: t
    terminator: 0x3b
    include: false
    consume: true
    eos-error: true
  - id: n3
    type: u1
  - id: v4
    type: t
    terminator: 0x3b
    include: true
    consume: false
    eos-error: false
  - id: n4
    type: u1
  - id: v5
    type: t
    terminator: 0x3b
    include: true
    consume: false
    eos-error: true
  - id: n5
    type: u1
  - id: v6
    type: t
    terminator: 0x3b
    include: true
    consume: true
    eos-error: false
  - id: n6
    type: u1
  - id: v7
    type: t
    terminator: 0x3b
    include: true
    consume: true
    eos-error: true
  - id: n7
    type: u1
  - id: s8
    type: t
    size: 6
  - id: s9
    type: t
    size: 6
    pad-right: 0x2e
  - id: s10
    type: t
    size: 6
    terminator: 0x3b
  - id: s11
    type: t
    size: 6
    terminator: 0x3b
    pad-right: 0x2e
  - id: s12
    type: t
    size: 6
    terminator: 0x3b
    include: true
  - id: s13
    type: t
    size: 6
    terminator: 0x3b
    include: true
    pad-right: 0x2e
  - id: rep
    type: t
    terminator: 0x3b
    repeat: expr
    repeat-expr: 2
  - id: eos
    type: t
    size-eos: true
    terminator: 0x3b
    pad-right: 0x2e
types:
  t:
    seq:
      - id: a
        type: u1
        if: not _io.eof
      - id: rest
        type: str
        size-eos: true
        encoding: ASCII
    instances:
      len:
        value: _io.size
