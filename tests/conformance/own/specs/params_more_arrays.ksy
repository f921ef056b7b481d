meta:
  id: params_more_arrays
  endian: le
seq:
  - id: bufs
    size: 3
    type: buf
    repeat: expr
    repeat-expr: 2
  - id: u
    type: user([bufs[0]._io, bufs[1]._io], bufs, bufs, [true, false], [bufs[1], bufs[0]])
  - id: v
    type: vs(u.structs, _root)
types:
  buf:
    seq:
      - id: b
        type: u1
  user:
    params:
      - id: ios
        type: io[]
      - id: structs
        type: struct[]
      - id: anys
        type: any
      - id: bools
        type: bool[]
      - id: typed
        type: buf[]
    instances:
      from_last:
        io: ios.last
        pos: 1
        type: u2
      size0:
        value: ios[0].size
      cast:
        value: structs[1].as<buf>.b
      first_io:
        value: structs.first._io.pos
      b:
        value: bools[0]
      t:
        value: typed[0].b + typed.size
  vs:
    params:
      - id: s
        type: struct[]
      - id: r
        type: struct
    seq:
      - id: x
        size: s.size
    instances:
      root_x:
        value: r.as<params_more_arrays>.bufs[0].b
