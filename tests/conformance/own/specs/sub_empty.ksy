meta:
  id: sub_empty
  encoding: ASCII
seq:
  - id: none
    size: 0
    type: maybe
  - id: none_list
    size: 0
    type: maybe
    repeat: expr
    repeat-expr: 2
  - id: zero_list
    size: 3
    type: maybe
    repeat: expr
    repeat-expr: 0
  - id: dummy
    type: dummy
  - id: dummy_sized
    type: dummy
    size: 1
  - id: one
    size: 1
    type: maybe
  - id: rest
    size-eos: true
    type: maybe
  - id: rest2
    size-eos: true
    type: maybe
  - id: rest_list
    type: maybe
    repeat: eos
types:
  dummy: {}
  maybe:
    seq:
      - id: x
        type: u1
        if: not _io.eof
      - id: s
        type: str
        size-eos: true
    instances:
      n:
        value: _io.size
