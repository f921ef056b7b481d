meta:
  id: io_exprs
  endian: be
seq:
  - id: p0
    type: mark(_io.pos)
  - id: a
    type: u2
  - id: p1
    type: mark(_io.pos)
  - id: sub
    type: sub
    size: 5
  - id: p2
    type: mark(_io.pos)
  - id: half
    size: (_io.size - _io.pos) / 2
  - id: same
    type: sub
  - id: more
    type: u1
    repeat: until
    repeat-until: _io.eof or _io.size - _io.pos <= 2
  - id: maybe
    type: u1
    if: not _io.eof
  - id: last
    type: u1
    if: not _io.eof
  - id: never
    type: u1
    if: not _io.eof
types:
  mark:
    params:
      - id: at
        type: s4
    instances:
      here:
        value: _io.pos
      parent_size:
        value: _parent._io.size
  sub:
    seq:
      - id: x
        type: u1
      - id: pos_x
        type: mark(_io.pos)
      - id: y
        type: u1
        if: _io.size - _io.pos > 2
    instances:
      pos_now:
        value: _io.pos
      size:
        value: _io.size
      is_eof:
        value: _io.eof
      root_size:
        value: _root._io.size
      same_io:
        value: _io.size == _parent._io.size
      first:
        pos: 0
        type: u1
      root_first:
        io: _root._io
        pos: 0
        type: u1
      parent_rest:
        io: _parent._io
        pos: _io.size
        type: u1
      last:
        pos: _io.size - 1
        type: u1
instances:
  v_pos:
    value: '_io.pos'
  v_size:
    value: '_io.size'
  v_eof:
    value: '_io.eof'
  v_sub:
    value: 'sub._io.pos'
  v_sub_size:
    value: 'sub._io.size'
  v_io:
    value: 'sub._io'
  v_cond:
    value: '(a > 0 ? sub._io : _io).size'
