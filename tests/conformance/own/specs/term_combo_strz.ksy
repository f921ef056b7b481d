meta:
  id: term_combo_strz
  encoding: ASCII
seq:
  - id: v0
    type: strz
    include: false
    consume: false
    eos-error: false
  - id: n0
    type: u1
  - id: v1
    type: strz
    include: false
    consume: false
    eos-error: true
  - id: n1
    type: u1
  - id: v2
    type: strz
    include: false
    consume: true
    eos-error: false
  - id: n2
    type: u1
  - id: v3
    type: strz
    include: false
    consume: true
    eos-error: true
  - id: n3
    type: u1
  - id: v4
    type: strz
    include: true
    consume: false
    eos-error: false
  - id: n4
    type: u1
  - id: v5
    type: strz
    include: true
    consume: false
    eos-error: true
  - id: n5
    type: u1
  - id: v6
    type: strz
    include: true
    consume: true
    eos-error: false
  - id: n6
    type: u1
  - id: v7
    type: strz
    include: true
    consume: true
    eos-error: true
  - id: n7
    type: u1
