meta:
  id: bit_driven
  endian: be
seq:
  - id: has
    type: b1
  - id: num
    type: b3
  - id: len
    type: b4
  - id: opt
    type: u2
    if: has
  - id: arr
    type: u1
    repeat: expr
    repeat-expr: num
  - id: s
    type: str
    size: len
    encoding: UTF-8
  - id: sw
    type:
      switch-on: has
      cases:
        true: b16
        false: u1
  - id: flags
    type: flags
  - id: sel
    type:
      switch-on: flags.mode
      cases:
        'mode::on': one
        'mode::off': two
  - id: key
    type: b8
  - id: enc
    size: 3
    process: xor(key)
  - id: wide
    type: b64
    valid:
      max: '0xfffffffffffffff0'
  - id: wide_e
    type: b63
    enum: big
types:
  flags:
    seq:
      - id: pad
        type: b5
        valid: 0
      - id: mode
        type: b1
        enum: mode
      - id: rest
        type: b2
        valid:
          any-of: [1, 2]
    instances:
      both:
        value: rest << 1 | mode.to_i
      neg:
        value: -rest
      nots:
        value: not (mode == mode::on)
  one:
    seq:
      - id: x
        type: b4
      - id: y
        type: b4
  two:
    seq:
      - id: z
        type: u1
enums:
  mode:
    0: 'off'
    1: 'on'
  big:
    7: seven
    0: min
instances:
  len_by_bits:
    value: 'len + num * 2'
  tern:
    value: 'has ? opt : 0'
