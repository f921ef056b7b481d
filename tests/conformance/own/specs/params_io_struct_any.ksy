meta:
  id: params_io_struct_any
  endian: be
seq:
  - id: a
    type: box
    size: 6
  - id: b
    type: box
    size: 4
  - id: user
    type: user(a._io, b, a, _io, _root)
  - id: via_tern
    type: 'user((a.v == 1 ? b._io : a._io), a, [1, 2], b._io, _root)'
types:
  box:
    seq:
      - id: v
        type: u2
  user:
    params:
      - id: s
        type: io
      - id: st
        type: struct
      - id: any
        type: any
      - id: s2
        type: io
      - id: r
        type: params_io_struct_any
    seq:
      - id: own
        type: u1
    instances:
      from_s:
        io: s
        pos: 1
        type: u2
      from_s2:
        io: s2
        pos: own
        size: 2
      sz:
        value: s.size
      eof:
        value: s.eof
      cast:
        value: st.as<box>.v
      st_size:
        value: st._io.size
      st_list:
        io: st._io
        pos: 0
        type: u1
        repeat: eos
      r_v:
        value: r.a.v
