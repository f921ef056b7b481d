meta:
  id: bytes_index_sizes
seq:
  - id: ofs
    type: u1
    repeat: expr
    repeat-expr: 3
instances:
  slices:
    pos: ofs[0]
    size: ofs[_index] % 5
    repeat: expr
    repeat-expr: ofs.size
  strs:
    pos: ofs[1]
    type: str
    terminator: 0x2e
    encoding: ASCII
    repeat: until
    repeat-until: _index >= 1 and _.length < 3
  subs:
    pos: ofs[2]
    type: sub(_index * 10)
    size: _index + 1
    repeat: expr
    repeat-expr: 3
  until_idx:
    pos: 0
    type: u1
    repeat: until
    repeat-until: _index == 4
  cond:
    pos: 0
    type: u1
    if: ofs[0] == 3
    repeat: expr
    repeat-expr: 2
  cond_false:
    pos: 0
    type: u1
    if: ofs[0] == 4
  v_cond_false:
    value: ofs[0] + 1
    if: ofs[0] == 4
  bad:
    value: v_cond_false + 1
types:
  sub:
    params:
      - id: p
        type: u1
    seq:
      - id: x
        type: u1
      - id: rest
        size-eos: true
    instances:
      y:
        value: x + p
      io_size:
        value: _io.size
