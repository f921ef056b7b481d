meta:
  id: strz_utf_16be
  encoding: UTF-16BE
seq:
  - id: v0
    type: strz
    include: false
    consume: false
    eos-error: false
  - id: n0
    type: u2be
  - id: v1
    type: strz
    include: false
    consume: false
    eos-error: true
  - id: n1
    type: u2be
  - id: v2
    type: strz
    include: false
    consume: true
    eos-error: false
  - id: n2
    type: u2be
  - id: v3
    type: strz
    include: false
    consume: true
    eos-error: true
  - id: n3
    type: u2be
  - id: v4
    type: strz
    include: true
    consume: false
    eos-error: false
  - id: n4
    type: u2be
  - id: v5
    type: strz
    include: true
    consume: false
    eos-error: true
  - id: n5
    type: u2be
  - id: v6
    type: strz
    include: true
    consume: true
    eos-error: false
  - id: n6
    type: u2be
  - id: v7
    type: strz
    include: true
    consume: true
    eos-error: true
  - id: n7
    type: u2be
  - id: sized
    type: strz
    size: 8
  - id: sized_inc
    type: strz
    include: true
    size: 8
  - id: sized_pad
    type: strz
    size: 8
    pad-right: 0x20
  - id: empty
    type: strz
  - id: rest
    type: strz
    eos-error: false
instances:
  narrow:
    pos: 0
    type: str
    terminator: 0x61
  narrow_sized:
    pos: 0
    type: str
    terminator: 0x61
    size: 6
  stripped:
    pos: 0
    type: str
    size: 4
    pad-right: 0
