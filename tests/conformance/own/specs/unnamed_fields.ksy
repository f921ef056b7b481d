meta:
  id: unnamed_fields
  endian: be
  encoding: ASCII
seq:
  - type: u1
  - id: n
    type: u1
  - size: n
  - type: sub
  - type: sub
    size: 2
  - contents: ok
  - type: u2
    repeat: expr
    repeat-expr: n
  - id: m
    type: strz
  - type:
      switch-on: n
      cases:
        2: sub
  - size: 1
    if: n == 3
  - type: b4
  - type: b4
  - size: 2
    process: xor(3)
  - type: u1
    valid:
      min: 5
  - type: strz
    repeat: until
    repeat-until: _ == ""
  - type: u1
    enum: e
types:
  sub:
    seq:
      - size: 1
      - type: inner
        size-eos: true
        if: not _io.eof and _io.size == 2
    types:
      inner:
        seq:
          - type: u1
enums:
  e:
    0: nul
