meta:
  id: inst_nopos
seq:
  - id: a
    type: u1
  - id: b
    type: u1
    if: look == a + 1
  - id: c
    type: u1
  - id: d
    type: sub
    size: 3
  - id: e
    type: u1
    if: d.second > 0
  - id: rest
    size: look
  - id: after
    type: b4
  - id: g
    type: b4
    if: peek_bits >= 0
types:
  sub:
    seq:
      - id: x
        type: u1
    instances:
      second:
        type: u1
      from_root:
        io: _root._io
        pos: 0
        size: 2
      third:
        pos: 2
        type: strz
        encoding: ASCII
        eos-error: false
instances:
  look:
    type: u1
  peek_bits:
    pos: 0
    type: b4
  at_end:
    size: 1
  counted:
    value: look + 1
