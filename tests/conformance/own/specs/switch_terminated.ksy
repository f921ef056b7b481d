meta:
  id: switch_terminated
  encoding: ASCII
seq:
  - id: n
    type: u1
  - id: sized_match
    size: 4
    terminator: 0x2e
    type:
      switch-on: n
      cases:
        1: all
  - id: padded_match
    size: 4
    pad-right: 0x2e
    type:
      switch-on: n
      cases:
        1: all
  - id: term_match
    terminator: 0x3b
    type:
      switch-on: n
      cases:
        1: all
        2: u1
  - id: eos_match
    size-eos: true
    terminator: 0x3b
    include: true
    type:
      switch-on: n
      cases:
        1: all
types:
  all:
    seq:
      - id: t
        type: str
        size-eos: true
    instances:
      len:
        value: _io.size
