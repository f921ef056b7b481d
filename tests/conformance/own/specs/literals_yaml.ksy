meta:
  id: literals_yaml
seq:
  - id: a
    size: 0x3
  - id: b
    type: u1
    repeat: expr
    repeat-expr: 2
  - id: c
    terminator: 0x2C
    size: 4
    pad-right: 0
  - id: d
    type: u1
    valid: 0x0a
  - id: e
    type: u1
    if: true
  - id: f
    type: u1
    if: false
  - id: g
    type: s1
    valid: -1
  - id: h
    type: u1
    valid:
      min: 0b11
      max: 0o17
instances:
  i1:
    value: 255
  i2:
    value: -1
  i3:
    value: true
  i4:
    value: 0x10
  i5:
    value: '1_0'
  i6:
    value: "'q'"
  i7:
    value: '"\u00e9"'
  i8:
    value: >-
      1 +
      2
  i9:
    value: |
      a.length
        + 3
  i10:
    pos: 1
    size: 1
  i11:
    value: 3.5
  i12:
    value: '1e3'
  i13:
    value: 4294967296
  i14:
    value: '0xffff_ffff_ffff_ffff'
  i15:
    value: a[0] # comment
