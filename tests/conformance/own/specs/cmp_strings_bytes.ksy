meta:
  id: cmp_strings_bytes
  encoding: UTF-8
  endian: be
seq:
  - id: a
    type: strz
  - id: b
    type: strz
  - id: x
    size: 2
  - id: y
    size: 3
  - id: sw_str
    type:
      switch-on: a
      cases:
        '"abc"': u1
        '"ab"': u2
        _: u4
  - id: sw_bytes
    type:
      switch-on: x
      cases:
        '[1, 2]': u1
        '[0x41, 0x42]': u2
  - id: sw_bool
    type:
      switch-on: a < b
      cases:
        true: u1
        false: u2
  - id: sw_int
    type:
      switch-on: y[0] - 100
      cases:
        -3: u1
        0x10: u2
        _: s1
  - id: cond_str
    type: u1
    if: a != b and x < y
instances:
  c1:
    value: 'a == b'
  c2:
    value: 'a < b'
  c3:
    value: 'a > b'
  c4:
    value: 'a <= b'
  c5:
    value: 'a + b == "abcab"'
  c6:
    value: 'x == y'
  c7:
    value: 'x < y'
  c8:
    value: 'x > y'
  c9:
    value: 'x <= [0x41, 0x42]'
  c10:
    value: 'x != [0x41, 0x42]'
  c11:
    value: 'x == [65, 66]'
  c12:
    value: 'a == "abc" or b == "abc"'
  c13:
    value: 'not (a == b)'
  c14:
    value: 'a.length < b.length'
  c15:
    value: 'y >= x'
  c16:
    value: 'x.to_s("ASCII") == "AB"'
  c17:
    value: '(a < b) == (x < y)'
  c18:
    value: 'a.substring(0, 1) == b.substring(0, 1)'
