meta:
  id: inst_io_choices
  endian: be
seq:
  - id: sel
    type: u1
  - id: a
    size: 4
    type: buf
  - id: b
    size: 4
    type: buf
  - id: bufs
    size: 2
    type: buf
    repeat: expr
    repeat-expr: 2
  - id: user
    type: user(b._io, 1)
instances:
  tern:
    io: 'sel == 1 ? a._io : b._io'
    pos: 1
    type: u2
  tern_eos:
    io: 'sel == 2 ? a._io : b._io'
    pos: 1
    size-eos: true
  idx:
    io: bufs[sel]._io
    pos: 0
    type: u2
  last:
    io: bufs.last._io
    pos: _io.size - 15
    type: u1
  typed:
    io: a._io
    pos: 0
    type: walker
  typed_sized:
    io: a._io
    pos: 1
    size: 2
    type: walker
  typed_list:
    io: b._io
    pos: 0
    type: walker
    repeat: eos
  sw:
    io: a._io
    pos: 0
    type:
      switch-on: sel
      cases:
        1: u2
        2: walker
  bits:
    io: b._io
    pos: 1
    type: b4
  io_inst:
    value: a._io
  via_io_inst:
    io: io_inst
    pos: 3
    type: u1
types:
  buf: {}
  walker:
    seq:
      - id: x
        type: u1
    instances:
      io_size:
        value: _io.size
      parent_sel:
        value: _parent.sel
      own:
        pos: 0
        type: u1
  user:
    params:
      - id: p
        type: io
      - id: ofs
        type: u1
    seq:
      - id: z
        type: u1
    instances:
      from_p:
        io: p
        pos: ofs
        type: u2
      from_p_cond:
        io: p
        pos: ofs
        type: u1
        if: not p.eof
      own_io:
        pos: 0
        type: u1
