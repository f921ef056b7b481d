meta:
  id: inst_pos_variants
  endian: le
  encoding: ASCII
seq:
  - id: ofs
    type: u1
  - id: rec
    type: rec
    size: 5
instances:
  at:
    pos: ofs
    type: u2
  at_calc:
    pos: ofs + at % 2
    size: ofs - 1
  str:
    pos: ofs
    type: str
    size: 3
  strz:
    pos: ofs + 1
    type: strz
    eos-error: false
  term:
    pos: 1
    terminator: 0x63
    include: true
  eos:
    pos: _io.size - 3
    size-eos: true
  bits:
    pos: 1
    type: b12
  bits_le:
    pos: 1
    type: b12le
  flag:
    pos: 1
    type: b1
  magic:
    pos: 1
    contents: [a, 0x62]
  bad_magic:
    pos: 1
    contents: 'zz'
  past:
    pos: _io.size
    type: u1
  at_end_empty:
    pos: _io.size
    size-eos: true
  ut:
    pos: 2
    type: rec
  ut_sized:
    pos: 2
    size: 3
    type: rec
  cond:
    pos: 0
    type: u1
    if: ofs == 99
  cond_true:
    pos: 0
    type: u1
    if: ofs != 99
  floaty:
    pos: 2
    type: f4
types:
  rec:
    seq:
      - id: a
        type: u1
    instances:
      here:
        pos: 1
        type: u1
      end:
        pos: _io.size - 1
        type: u1
