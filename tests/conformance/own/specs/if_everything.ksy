meta:
  id: if_everything
  endian: be
  encoding: ASCII
seq:
  - id: m
    type: u1
  - id: a
    type: u2
    if: m & 1 != 0
  - id: b
    type: u2
    if: m & 2 != 0
  - id: c
    type: sub
    if: m & 1 != 0 and a == 258
  - id: d
    size: 2
    type: sub
    if: m & 4 != 0
  - id: e
    contents: AB
    if: m & 4 == 4
  - id: f
    type: strz
    repeat: expr
    repeat-expr: 2
    if: m > 100
  - id: g
    type: strz
    repeat: expr
    repeat-expr: 2
    if: m < 100
  - id: h
    type:
      switch-on: m
      cases:
        5: sub
        6: u1
    if: m == 5
  - id: i
    type: u1
    enum: en
    if: m == 5
  - id: j
    type: u1
    enum: en
    if: m != 5
  - id: k
    type: b4
    if: m == 5
  - id: l
    type: b4
    if: m == 5
  - type: u1
    if: m == 5
  - type: u1
    if: m == 4
  - id: n
    size: 1
    process: xor(1)
    if: m == 5
  - id: o
    type: u1
    valid: 77
    if: m == 0
  - id: z
    size-eos: true
    if: not _io.eof
instances:
  x:
    value: c.v
    if: m == 5
  y:
    value: b
    if: m & 2 != 0
  t:
    pos: 0
    type: sub
    repeat: eos
    if: m == 4
enums:
  en:
    1: one
types:
  sub:
    seq:
      - id: v
        type: u1
