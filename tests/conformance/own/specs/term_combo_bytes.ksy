meta:
  id: term_combo_bytes
  encoding: UTF-8
seq:
  - id: v0
    terminator: 59
    include: false
    consume: false
    eos-error: false
  - id: n0
    type: u1
  - id: v1
    type: str
    terminator: 59
    include: false
    consume: false
    eos-error: false
  - id: n1
    type: u1
  - id: v2
    terminator: 59
    include: false
    consume: false
    eos-error: true
  - id: n2
    type: u1
  - id: v3
    type: str
    terminator: 59
    include: false
    consume: false
    eos-error: true
  - id: n3
    type: u1
  - id: v4
    terminator: 59
    include: false
    consume: true
    eos-error: false
  - id: n4
    type: u1
  - id: v5
    type: str
    terminator: 59
    include: false
    consume: true
    eos-error: false
  - id: n5
    type: u1
  - id: v6
    terminator: 59
    include: false
    consume: true
    eos-error: true
  - id: n6
    type: u1
  - id: v7
    type: str
    terminator: 59
    include: false
    consume: true
    eos-error: true
  - id: n7
    type: u1
  - id: v8
    terminator: 59
    include: true
    consume: false
    eos-error: false
  - id: n8
    type: u1
  - id: v9
    type: str
    terminator: 59
    include: true
    consume: false
    eos-error: false
  - id: n9
    type: u1
  - id: v10
    terminator: 59
    include: true
    consume: false
    eos-error: true
  - id: n10
    type: u1
  - id: v11
    type: str
    terminator: 59
    include: true
    consume: false
    eos-error: true
  - id: n11
    type: u1
  - id: v12
    terminator: 59
    include: true
    consume: true
    eos-error: false
  - id: n12
    type: u1
  - id: v13
    type: str
    terminator: 59
    include: true
    consume: true
    eos-error: false
  - id: n13
    type: u1
  - id: v14
    terminator: 59
    include: true
    consume: true
    eos-error: true
  - id: n14
    type: u1
  - id: v15
    type: str
    terminator: 59
    include: true
    consume: true
    eos-error: true
  - id: n15
    type: u1
