meta:
  id: sub_leftovers
  endian: be
seq:
  - id: blocks
    type: block
    size: 8
    repeat: expr
    repeat-expr: 2
  - id: tail
    type: block::small
instances:
  jump:
    pos: 3
    size: 5
    type: jumped
  jump_in_block:
    io: blocks[1]._io
    pos: 5
    type: u2
types:
  block:
    seq:
      - id: a
        type: small
      - id: subs
        size: 2
        type: small
        repeat: expr
        repeat-expr: 2
    instances:
      at_end:
        pos: _io.size - 1
        type: u1
      in_root:
        io: _root._io
        pos: 1
        type: u2
      in_parent:
        io: _parent._io
        pos: _root._io.size - 2
        type: u2
      in_sub:
        io: subs[1]._io
        pos: 1
        type: u1
      past_end:
        pos: 7
        type: u2
      negative:
        pos: a.b - 200
        type: u1
    types:
      small:
        seq:
          - id: b
            type: u1
  jumped:
    seq:
      - id: w
        type: u2
    instances:
      rel:
        pos: 0
        size-eos: true
      nested:
        pos: 1
        type: jumped2
        size: 3
    types:
      jumped2:
        seq:
          - id: z
            type: b3
          - id: y
            type: b13
        instances:
          root_first:
            io: _root._io
            pos: 0
            type: s1
          up:
            io: _parent._io
            pos: 4
            type: u1
