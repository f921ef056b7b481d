meta:
  id: eos_combo
  encoding: UTF-8
seq:
  - id: s0
    type: t0
    size: 6
  - id: s1
    type: t1
    size: 6
  - id: s2
    type: t2
    size: 6
  - id: s3
    type: t3
    size: 6
  - id: s4
    type: t4
    size: 6
  - id: s5
    type: t5
    size: 6
  - id: s6
    type: t6
    size: 6
  - id: s7
    type: t7
    size: 6
  - id: s8
    type: t8
    size: 6
  - id: s9
    type: t9
    size: 6
  - id: s10
    type: t10
    size: 6
  - id: s11
    type: t11
    size: 6
  - id: s12
    type: t12
    size: 6
  - id: s13
    type: t13
    size: 6
  - id: s14
    type: t14
    size: 6
  - id: s15
    type: t15
    size: 6
  - id: s16
    type: t16
    size: 6
  - id: s17
    type: t17
    size: 6
types:
  t0:
    seq:
      - id: h
        size: 1
      - id: v
        size-eos: true
  t1:
    seq:
      - id: h
        size: 1
      - id: v
        size-eos: true
        pad-right: 0x2a
  t2:
    seq:
      - id: h
        size: 1
      - id: v
        size-eos: true
        terminator: 0x40
  t3:
    seq:
      - id: h
        size: 1
      - id: v
        size-eos: true
        terminator: 0x40
        pad-right: 0x2a
  t4:
    seq:
      - id: h
        size: 1
      - id: v
        size-eos: true
        terminator: 0x40
        include: true
  t5:
    seq:
      - id: h
        size: 1
      - id: v
        size-eos: true
        terminator: 0x40
        include: true
        pad-right: 0x2a
  t6:
    seq:
      - id: h
        size: 1
      - id: v
        type: str
        size-eos: true
  t7:
    seq:
      - id: h
        size: 1
      - id: v
        type: str
        size-eos: true
        pad-right: 0x2a
  t8:
    seq:
      - id: h
        size: 1
      - id: v
        type: str
        size-eos: true
        terminator: 0x40
  t9:
    seq:
      - id: h
        size: 1
      - id: v
        type: str
        size-eos: true
        terminator: 0x40
        pad-right: 0x2a
  t10:
    seq:
      - id: h
        size: 1
      - id: v
        type: str
        size-eos: true
        terminator: 0x40
        include: true
  t11:
    seq:
      - id: h
        size: 1
      - id: v
        type: str
        size-eos: true
        terminator: 0x40
        include: true
        pad-right: 0x2a
  t12:
    seq:
      - id: h
        size: 1
      - id: v
        type: strz
        size-eos: true
  t13:
    seq:
      - id: h
        size: 1
      - id: v
        type: strz
        size-eos: true
        pad-right: 0x2a
  t14:
    seq:
      - id: h
        size: 1
      - id: v
        type: strz
        size-eos: true
        terminator: 0x40
  t15:
    seq:
      - id: h
        size: 1
      - id: v
        type: strz
        size-eos: true
        terminator: 0x40
        pad-right: 0x2a
  t16:
    seq:
      - id: h
        size: 1
      - id: v
        type: strz
        size-eos: true
        terminator: 0x40
        include: true
  t17:
    seq:
      - id: h
        size: 1
      - id: v
        type: strz
        size-eos: true
        terminator: 0x40
        include: true
        pad-right: 0x2a
