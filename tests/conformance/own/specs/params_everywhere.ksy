meta:
  id: params_everywhere
  endian: be
  encoding: ASCII
seq:
  - id: n
    type: u1
  - id: key
    size: 2
  - id: t
    type: t(key, n, n == 2, 0x41, -1, _io, 1.25, mode::two, 3)
  - id: deep
    type: outer(n)
enums:
  mode:
    1: one
    2: two
types:
  t:
    params:
      - id: bytes_default
      - id: num
        type: u2
      - id: cond
        type: b1
      - id: match
        type: u1
      - id: neg
        type: s1
      - id: stream
        type: io
      - id: lim
        type: f8
      - id: m
        type: b3
        enum: mode
      - id: bits
        type: b3
    seq:
      - id: by_size
        size: num
      - id: by_if
        type: u1
        if: cond
      - id: by_repeat
        type: u1
        repeat: expr
        repeat-expr: num + neg
      - id: by_until
        type: u1
        repeat: until
        repeat-until: _ == match
      - id: by_valid
        type: u1
        valid: match
      - id: by_valid_max
        type: f4
        valid:
          max: lim
      - id: by_process
        size: num
        process: xor(bytes_default)
      - id: by_switch
        type:
          switch-on: m
          cases:
            mode::one: u1
            mode::two: u2
      - id: by_rot
        size: 1
        process: rol(bits)
    instances:
      by_pos:
        pos: num
        type: u1
      by_io:
        io: stream
        pos: num + 1
        size: bytes_default.length
      by_expr:
        value: 'cond ? bytes_default.length * neg : bits'
      last:
        value: bytes_default.last + bytes_default[0]
  outer:
    params:
      - id: p
        type: u1
    seq:
      - id: i
        type: inner(p + 1, _root.key)
      - id: iis
        type: inner(_index, i.k)
        repeat: expr
        repeat-expr: p
    types:
      inner:
        params:
          - id: p
            type: u1
          - id: k
            type: bytes
        seq:
          - id: v
            size: p
          - id: nest
            type: inner(p - 1, [p].as<bytes>)
            if: p > 2
        instances:
          outer_p:
            value: _parent.as<outer>.p
            if: p < 2
