meta:
  id: term_combo_strz_custom
  encoding: ISO-8859-15
seq:
  - id: v0
    type: strz
    terminator: 255
    include: false
    consume: false
    eos-error: false
  - id: n0
    type: u1
  - id: v1
    type: strz
    terminator: 255
    include: false
    consume: false
    eos-error: true
  - id: n1
    type: u1
  - id: v2
    type: strz
    terminator: 255
    include: false
    consume: true
    eos-error: false
  - id: n2
    type: u1
  - id: v3
    type: strz
    terminator: 255
    include: false
    consume: true
    eos-error: true
  - id: n3
    type: u1
  - id: v4
    type: strz
    terminator: 255
    include: true
    consume: false
    eos-error: false
  - id: n4
    type: u1
  - id: v5
    type: strz
    terminator: 255
    include: true
    consume: false
    eos-error: true
  - id: n5
    type: u1
  - id: v6
    type: strz
    terminator: 255
    include: true
    consume: true
    eos-error: false
  - id: n6
    type: u1
  - id: v7
    type: strz
    terminator: 255
    include: true
    consume: true
    eos-error: true
  - id: n7
    type: u1
