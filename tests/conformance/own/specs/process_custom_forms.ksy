meta:
  id: process_custom_forms
seq:
  - id: key
    type: u1
  - id: a
    size: 4
    process: my_custom_fx(key, true, [1, 2, 3])
  - id: b
    size: 4
    process: my_custom_fx(7, false, a)
  - id: c
    size: 3
    process: custom_fx_no_args
  - id: d
    size: 3
    process: nested.deeply.custom_fx(key)
  - id: e
    type: t
    size: 2
    process: custom_fx_no_args
  - id: f
    terminator: 0
    process: custom_fx_no_args
  - id: g
    type: t
    size: 3
    repeat: expr
    repeat-expr: 2
    process: my_custom_fx(_index, _index > 0, a)
  - id: h
    size: 5
    pad-right: 0x5f
    process: custom_fx_no_args
  - id: i
    size-eos: true
    process: nested.deeply.custom_fx(1)
types:
  t:
    seq:
      - id: x
        type: u1
      - id: y
        size-eos: true
