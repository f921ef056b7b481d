meta:
  id: to_string_exprs
  encoding: UTF-8
to-string: 'f"{name}/{cnt}" + (cnt > 2 ? " many" : " few")'
seq:
  - id: name
    type: strz
  - id: cnt
    type: u1
  - id: items
    type: item
    repeat: expr
    repeat-expr: cnt
types:
  item:
    to-string: '"<" + v.to_s + ">"'
    seq:
      - id: v
        type: u1
  plain:
    seq:
      - id: q
        type: u1
instances:
  v_sum:
    value: 'items[0].v + items.last.v'
  p:
    pos: 0
    type: plain
