meta:
  id: sub_pad_term_types
  encoding: UTF-8
seq:
  - id: padded
    size: 6
    pad-right: 0x20
    type: all
  - id: termed
    size: 6
    terminator: 0x3b
    type: all
  - id: incl
    size: 6
    terminator: 0x3b
    include: true
    type: all
  - id: both
    size: 8
    terminator: 0x3b
    pad-right: 0x2e
    type: all
  - id: both_nothing
    size: 4
    terminator: 0x3b
    pad-right: 0x2e
    type: all
  - id: no_size
    terminator: 0x7c
    type: all
  - id: no_size_incl
    terminator: 0x7c
    include: true
    type: all
  - id: peek
    terminator: 0x7c
    consume: false
    type: all
  - id: peeked
    type: u1
  - id: reps
    size: 3
    pad-right: 0
    type: all
    repeat: expr
    repeat-expr: 2
  - id: reps_term
    terminator: 0
    type: all
    repeat: until
    repeat-until: _.txt == ""
  - id: xored
    size: 4
    process: xor(0x20)
    pad-right: 0x20
    type: all
  - id: eos_term
    terminator: 0x21
    eos-error: false
    type: all
    repeat: eos
types:
  all:
    seq:
      - id: txt
        type: str
        size-eos: true
    instances:
      len:
        value: _io.size
