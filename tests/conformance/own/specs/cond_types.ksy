meta:
  id: cond_types
  endian: be
seq:
  - id: a
    type: u1
  - id: b
    type: u4
  - id: f
    type: f4
  - id: x
    type: s
  - id: y
    type: s
  - id: z
    type: t
  - id: xs
    type: s
    repeat: expr
    repeat-expr: 2
  - id: raw
    size: 2
instances:
  ints:
    value: 'a > 1 ? a : b'
  mix:
    value: 'a > 1 ? a : f'
  structs:
    value: '(a > 1 ? x : y).v'
  struct_any:
    value: '(a > 1 ? x : z)'
  lists:
    value: '(a > 1 ? xs : xs)[1].v'
  bytes:
    value: '(a > 1 ? raw : [1, 2]).length'
  streams:
    value: '(a > 1 ? x._io : y._io).size'
  chosen_field:
    value: 'a > 1 ? x.v : z.w'
  in_list:
    value: '[x, y, xs[0]][a].v'
  bools:
    value: 'a > 1 ? true : a == 3'
types:
  s:
    seq:
      - id: v
        type: u1
  t:
    seq:
      - id: w
        type: u1
