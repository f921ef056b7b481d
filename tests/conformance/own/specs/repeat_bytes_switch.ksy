meta:
  id: repeat_bytes_switch
  endian: le
  encoding: ASCII
seq:
  - id: tags
    type: u1
    repeat: until
    repeat-until: _ == 0
  - id: vals
    type:
      switch-on: tags[_index]
      cases:
        1: u1
        2: u2
        3: f4
        4: strz
        5: sub
        _: b8
    repeat: expr
    repeat-expr: tags.size
  - id: sized
    size: 3
    type:
      switch-on: tags[_index]
      cases:
        5: sub
        1: subx(_index)
        _: raw
    repeat: expr
    repeat-expr: 3
types:
  sub:
    seq:
      - id: v
        type: u1
  subx:
    params:
      - id: i
        type: s4
    seq:
      - id: w
        type: u2
  raw:
    seq:
      - id: r
        size-eos: true
instances:
  v0:
    value: 'vals[1].as<u1> + vals[2].as<u2>'
  v4:
    value: 'vals[4].as<str>'
  s:
    value: 'sized[1].as<subx>.w'
