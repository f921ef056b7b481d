meta:
  id: sub_io_positions
  endian: le
seq:
  - id: head
    type: u1
  - id: flat
    type: where
  - id: sized
    type: where
    size: 4
  - id: listed
    type: where
    size: 2 + _index
    repeat: expr
    repeat-expr: 3
  - id: term
    type: where
    terminator: 0xff
  - id: rest
    type: outer
    size-eos: true
instances:
  end_pos:
    value: _io.pos
  is_end:
    value: _io.eof
  total:
    value: _io.size
  sized_total:
    value: sized._io.size
  sized_pos:
    value: sized._io.pos
  same_io:
    value: flat._io.size == _io.size
types:
  where:
    seq:
      - id: v
        type: u1
      - id: pos_u1
        type: u1
        if: _io.pos != 0 and not _io.eof
    instances:
      p:
        value: _io.pos
      s:
        value: _io.size
      e:
        value: _io.eof
      parent_size:
        value: _parent.as<struct>._io.size
  outer:
    seq:
      - id: n
        type: u1
      - id: ins
        size: n
        type: inner
      - id: remaining
        size: _io.size - _io.pos - 1
      - id: last
        type: u1
    types:
      inner:
        seq:
          - id: a
            type: u1
          - id: b
            size: _io.size - 2
          - id: c
            size-eos: true
        instances:
          up:
            value: _parent._io.size - _parent._parent._io.size
          root_size:
            value: _root._io.size
