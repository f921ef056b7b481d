meta:
  id: fail_in_sequence
  ks-debug: true
seq:
  - id: op
    type: u1
  - id: a
    type: s1
  - id: r
    type:
      switch-on: op
      cases:
        0: t_div(a)
        1: t_index(a)
        2: t_size(a)
        3: t_to_i
        4: t_missing
        5: t_enc
        6: t_zlib
        7: t_eof
        8: t_inst
        9: t_proc
        10: t_term
        11: t_bits
  - id: after
    type: u1
types:
  t_div:
    params:
      - id: p
        type: s1
    seq:
      - id: x
        size: 6 / p
  t_index:
    params:
      - id: p
        type: s1
    seq:
      - id: arr
        type: u1
        repeat: expr
        repeat-expr: 2
      - id: x
        type: u1
        if: arr[p] > 0
  t_size:
    params:
      - id: p
        type: s1
    seq:
      - id: x
        size: p
  t_to_i:
    seq:
      - id: s
        type: strz
        encoding: ASCII
      - id: x
        size: s.to_i
  t_missing:
    seq:
      - id: o
        type: u1
        if: _parent.as<fail_in_sequence>.a == 0
      - id: x
        size: o
  t_enc:
    seq:
      - id: s
        type: str
        size: 2
        encoding: UTF-8
  t_zlib:
    seq:
      - id: z
        size: 4
        process: zlib
  t_eof:
    seq:
      - id: x
        type: u8le
  t_inst:
    seq:
      - id: x
        type: u1
        if: far > 0
    instances:
      far:
        pos: 100
        type: u1
  t_proc:
    seq:
      - id: x
        size: 2
        process: xor(_parent.as<fail_in_sequence>.a)
  t_term:
    seq:
      - id: x
        terminator: 0x7e
  t_bits:
    seq:
      - id: x
        type: b7
      - id: y
        type: b30
