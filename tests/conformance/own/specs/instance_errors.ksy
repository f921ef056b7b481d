meta:
  id: instance_errors
seq:
  - id: n
    type: s1
instances:
  to_i_err:
    value: '"12a".to_i'
  arr_err:
    value: 'arr[4]'
  arr_neg:
    value: 'arr[n]'
  div_err:
    value: 'n / (n + 1)'
  neg_pos:
    pos: n
    type: u1
  neg_size:
    pos: 0
    size: n
  bad_chain:
    value: neg_pos + 1
  bad_tern:
    value: 'n < 0 ? 0 : neg_pos'
  cond_err:
    pos: 0
    type: u1
    if: 1 / (n + 1) > 0
  count_err:
    pos: 0
    type: u1
    repeat: expr
    repeat-expr: 5 / (n + 1)
  until_err:
    pos: 0
    type: u1
    repeat: until
    repeat-until: 1 % (n + 1) == 0
  until_eof:
    pos: 0
    type: u1
    repeat: until
    repeat-until: _ == 0x55
  sw_err:
    pos: 0
    type:
      switch-on: arr[5]
      cases:
        1: u1
        _: u2le
  sw_none:
    pos: 0
    type:
      switch-on: n
      cases:
        1: u1
        2: u2le
  sw_bytes:
    pos: 0
    size: 2
    type:
      switch-on: n
      cases:
        1: sub
  sw_eof:
    pos: 3
    type:
      switch-on: n
      cases:
        _: u4le
  sub_eof:
    pos: 2
    type: sub
  sub_sized_eof:
    pos: 0
    size: 1
    type: sub
  key_err:
    pos: 0
    size: 2
    process: xor(arr[9])
  size_str_err:
    pos: 0
    size: '"x".to_i'
  arr:
    pos: 0
    type: u1
    repeat: eos
  rec_ok:
    pos: 1
    size-eos: true
types:
  sub:
    seq:
      - id: a
        type: u1
      - id: b
        type: u1
    instances:
      c:
        pos: 5
        type: u1
