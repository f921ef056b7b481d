meta:
  id: sized_combo_str
  encoding: ASCII
seq:
  - id: v0
    size: 6
    type: str
  - id: v1
    size: 6
    type: str
  - id: v2
    size: 6
    type: str
  - id: v3
    size: 6
    type: str
  - id: v4
    size: 6
    type: str
    pad-right: 0x2a
  - id: v5
    size: 6
    type: str
    pad-right: 0x2a
  - id: v6
    size: 6
    type: str
    pad-right: 0x2a
  - id: v7
    size: 6
    type: str
    pad-right: 0x2a
  - id: v8
    size: 6
    type: str
    terminator: 0x40
  - id: v9
    size: 6
    type: str
    terminator: 0x40
  - id: v10
    size: 6
    type: str
    terminator: 0x40
  - id: v11
    size: 6
    type: str
    terminator: 0x40
  - id: v12
    size: 6
    type: str
    terminator: 0x40
    pad-right: 0x2a
  - id: v13
    size: 6
    type: str
    terminator: 0x40
    pad-right: 0x2a
  - id: v14
    size: 6
    type: str
    terminator: 0x40
    pad-right: 0x2a
  - id: v15
    size: 6
    type: str
    terminator: 0x40
    pad-right: 0x2a
  - id: v16
    size: 6
    type: str
    terminator: 0x40
    include: true
  - id: v17
    size: 6
    type: str
    terminator: 0x40
    include: true
  - id: v18
    size: 6
    type: str
    terminator: 0x40
    include: true
  - id: v19
    size: 6
    type: str
    terminator: 0x40
    include: true
  - id: v20
    size: 6
    type: str
    terminator: 0x40
    include: true
    pad-right: 0x2a
  - id: v21
    size: 6
    type: str
    terminator: 0x40
    include: true
    pad-right: 0x2a
  - id: v22
    size: 6
    type: str
    terminator: 0x40
    include: true
    pad-right: 0x2a
  - id: v23
    size: 6
    type: str
    terminator: 0x40
    include: true
    pad-right: 0x2a
  - id: v24
    size: 6
    type: str
    terminator: 0x2a
  - id: v25
    size: 6
    type: str
    terminator: 0x2a
  - id: v26
    size: 6
    type: str
    terminator: 0x2a
  - id: v27
    size: 6
    type: str
    terminator: 0x2a
  - id: v28
    size: 6
    type: str
    terminator: 0x2a
    pad-right: 0x2a
  - id: v29
    size: 6
    type: str
    terminator: 0x2a
    pad-right: 0x2a
  - id: v30
    size: 6
    type: str
    terminator: 0x2a
    pad-right: 0x2a
  - id: v31
    size: 6
    type: str
    terminator: 0x2a
    pad-right: 0x2a
  - id: v32
    size: 6
    type: str
    terminator: 0x40
    consume: false
    eos-error: true
    include: true
  - id: v33
    size: 6
    type: str
    terminator: 0x40
    consume: false
    eos-error: true
    include: true
  - id: v34
    size: 6
    type: str
    terminator: 0x40
    consume: false
    eos-error: true
    include: true
  - id: v35
    size: 6
    type: str
    terminator: 0x40
    consume: false
    eos-error: true
    include: true
  - id: v36
    size: 6
    type: str
    terminator: 0x40
    consume: false
    eos-error: true
    include: true
    pad-right: 0x2a
  - id: v37
    size: 6
    type: str
    terminator: 0x40
    consume: false
    eos-error: true
    include: true
    pad-right: 0x2a
  - id: v38
    size: 6
    type: str
    terminator: 0x40
    consume: false
    eos-error: true
    include: true
    pad-right: 0x2a
  - id: v39
    size: 6
    type: str
    terminator: 0x40
    consume: false
    eos-error: true
    include: true
    pad-right: 0x2a
