meta:
  id: expr_bytes_methods
  encoding: ASCII
seq:
  - id: b
    size: 5
  - id: e
    size: 0
  - id: c
    size: 5
  - id: arr
    type: s2le
    repeat: expr
    repeat-expr: 4
  - id: none
    type: u1
    repeat: expr
    repeat-expr: 0
  - id: strs
    type: str
    size: 2
    repeat: expr
    repeat-expr: 3
  - id: subs
    type: sub
    repeat: expr
    repeat-expr: 2
  - id: raws
    size: 2
    repeat: expr
    repeat-expr: 3
  - id: fl
    type: f4le
    repeat: expr
    repeat-expr: 2
types:
  sub:
    seq:
      - id: v
        type: u1
instances:
  len:
    value: 'b.length'
  size:
    value: 'b.size'
  first:
    value: 'b.first'
  last:
    value: 'b.last'
  min:
    value: 'b.min'
  max:
    value: 'b.max'
  idx:
    value: 'b[2]'
  idx_sum:
    value: 'b[0] + b[1]'
  idx_neg:
    value: 'b[-1]'
  idx_far:
    value: 'b[5]'
  e_first:
    value: 'e.first'
  e_last:
    value: 'e.last'
  e_max:
    value: 'e.max'
  e_len:
    value: 'e.length'
  e_eq:
    value: 'e == [].as<bytes>'
  to_s:
    value: 'b.to_s("ASCII")'
  to_s_l:
    value: 'b.to_s("ISO-8859-1")'
  to_s_sub:
    value: 'b.to_s("ASCII").substring(1, 3)'
  to_s_bad:
    value: 'c.to_s("UTF-8")'
  to_s_win:
    value: 'c.to_s("windows-1252")'
  to_s_u16:
    value: 'b.to_s("UTF-16LE")'
  to_s_alias:
    value: 'b.to_s("latin1")'
  cmp_eq:
    value: 'b == c'
  cmp_ne:
    value: 'b != [0x61]'
  cmp_lt:
    value: 'b < c'
  cmp_ge:
    value: 'c >= [0xff, 0xfe]'
  cmp_lit:
    value: 'b == [0x61, 0x62, 0x63, 0x64, 0x65]'
  a_size:
    value: 'arr.size'
  a_first:
    value: 'arr.first'
  a_last:
    value: 'arr.last'
  a_min:
    value: 'arr.min'
  a_max:
    value: 'arr.max'
  a_idx:
    value: 'arr[arr.size - 1]'
  a_far:
    value: 'arr[4]'
  a_neg:
    value: 'arr[-2]'
  n_first:
    value: 'none.first'
  n_last:
    value: 'none.last'
  n_min:
    value: 'none.min'
  n_size:
    value: 'none.size'
  s_min:
    value: 'strs.min'
  s_max:
    value: 'strs.max'
  s_first:
    value: 'strs.first + strs.last'
  sub_first:
    value: 'subs.first.v'
  sub_last:
    value: 'subs.last.v'
  sub_idx:
    value: 'subs[1].v'
  sub_far:
    value: 'subs[2].v'
  sub_obj:
    value: 'subs.last'
  r_min:
    value: 'raws.min'
  r_max:
    value: 'raws.max'
  r_last:
    value: 'raws.last'
  r_idx:
    value: 'raws[1][1]'
  r_eq:
    value: 'raws[0] == raws[2]'
  f_max:
    value: 'fl.max'
  f_min:
    value: 'fl.min'
  f_sum:
    value: 'fl[0] + fl[1]'
  whole:
    value: 'arr'
  cast:
    value: 'b.as<u1[]>'
  cast2:
    value: 'b.as<bytes>.length'
  cast_arr:
    value: 'arr.as<s2[]>[0]'
  tern:
    value: 'b.length > 3 ? b : c'
