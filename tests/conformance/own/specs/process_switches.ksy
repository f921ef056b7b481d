meta:
  id: process_switches
seq:
  - id: recs
    type: rec
    repeat: eos
types:
  rec:
    seq:
      - id: kind
        type: u1
      - id: len
        type: u1
      - id: body
        size: len
        process: xor(kind)
        type:
          switch-on: kind
          cases:
            1: t_one
            2: t_two(len)
            3: t_rot
  t_one:
    seq:
      - id: v
        type: u1
      - id: w
        size-eos: true
        process: rol(4)
  t_two:
    params:
      - id: n
        type: u1
    seq:
      - id: s
        type: str
        size: n
        encoding: ASCII
    instances:
      inner:
        pos: 1
        size: 2
        process: xor([0xff, 0])
      sub:
        io: _parent._io
        pos: n
        type: t_one
        size: 2
        process: ror(n)
  t_rot:
    seq:
      - id: x
        terminator: 0
        eos-error: false
        process: ror(1)
