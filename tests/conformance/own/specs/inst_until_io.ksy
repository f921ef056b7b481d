meta:
  id: inst_until_io
  endian: be
seq:
  - id: hdr
    size: 4
    type: hdr
  - id: strips
    size: 3
    type: strip(_index)
    repeat: until
    repeat-until: _io.size - _io.pos < 4 or _.last_flag
  - id: tail
    size-eos: true
types:
  hdr:
    seq:
      - id: ofs
        type: u1
      - id: cnt
        type: u1
    instances:
      table:
        io: _root._io
        pos: ofs
        type: u1
        repeat: expr
        repeat-expr: cnt
      own_table:
        pos: 2
        type: u1
        repeat: until
        repeat-until: _io.eof
      picked:
        value: _root.strips[cnt - 1].data
  strip:
    params:
      - id: idx
        type: u1
    seq:
      - id: data
        size: _parent.hdr.own_table[idx % 2]
    instances:
      last_flag:
        value: _root.hdr.table[idx] == 0xff
      rest:
        pos: data.length
        size-eos: true
