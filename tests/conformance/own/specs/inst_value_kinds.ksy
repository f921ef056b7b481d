meta:
  id: inst_value_kinds
  encoding: ASCII
seq:
  - id: n
    type: u1
  - id: s
    type: strz
  - id: subs
    type: sub
    repeat: expr
    repeat-expr: 2
enums:
  color:
    1: red
    2: green
    0x30: blue
types:
  sub:
    seq:
      - id: v
        type: u1
instances:
  a_int:
    value: n * 2 - 1
  a_float:
    value: n / 4.0
  a_bool:
    value: n > 2 and s != ""
  a_str:
    value: s + "-" + n.to_s
  a_bytes:
    value: '[n, 0x41, 255].as<bytes>'
  a_arr:
    value: '[n + 0, 300, -1]'
  a_struct:
    value: subs[1]
  a_list:
    value: subs
  a_enum:
    value: n
    enum: color
  a_enum_unknown:
    value: n + 100
    enum: color
  a_enum_lit:
    value: color::blue
  a_enum_if:
    value: n - 1
    enum: color
    if: n == 3
  a_enum_if_not:
    value: n - 1
    enum: color
    if: n != 3
  a_io:
    value: _io
  a_self:
    value: _root
  if_false:
    value: subs[99].v
    if: false
  if_chain:
    value: '(n == 1 ? "one" : n == 2 ? "two" : n == 3 ? "three" : "many")'
  uses_enum:
    value: a_enum_lit.to_i + a_int
  cmp_enum:
    value: a_enum == color::red or a_enum_lit == color::blue
  cond_struct:
    value: 'n > 5 ? subs[0] : subs[1]'
  const_hex:
    value: 0xdeadbeef
  const_neg:
    value: -42
  const_float:
    value: 2.5e-3
  const_bool:
    value: true
  const_str:
    value: '"q\"q"'
  const_yaml_str:
    value: "'raw\\n'"
