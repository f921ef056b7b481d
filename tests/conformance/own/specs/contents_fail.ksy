meta:
  id: contents_fail
instances:
  ok:
    pos: 0
    contents: abc
  bad:
    pos: 0
    contents: abd
  short:
    pos: 20
    contents: abc
  rep_ok:
    pos: 3
    contents: [1]
    repeat: expr
    repeat-expr: 2
  rep_bad:
    pos: 3
    contents: [1]
    repeat: expr
    repeat-expr: 3
  rep_eos:
    pos: 20
    contents: z
    repeat: eos
  xor_ok:
    pos: 0
    contents: 'ABC'
    process: xor(0x20)
  xor_bad:
    pos: 0
    contents: 'abc'
    process: xor(0x20)
  rep_until:
    pos: 3
    contents: [1]
    repeat: until
    repeat-until: _index == 1
  cond:
    pos: 0
    contents: zzz
    if: false
  in_t:
    pos: 0
    type: t
  in_sub:
    pos: 0
    type: t
    size: 5
types:
  t:
    seq:
      - id: a
        contents: a
      - contents: [0x62, "0x63"]
      - contents: [2]
