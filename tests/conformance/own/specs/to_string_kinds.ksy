meta:
  id: to_string_kinds
  encoding: UTF-8
to-string: '"top " + n.to_s + " " + subs[0].label'
seq:
  - id: n
    type: u1
  - id: subs
    type: sub(_index)
    repeat: expr
    repeat-expr: 2
  - id: f
    type: fmt
  - id: plain
    type: plain
types:
  sub:
    to-string: 'flag ? s : "no " + label'
    params:
      - id: idx
        type: u1
    seq:
      - id: s
        type: strz
    instances:
      label:
        value: '"#" + idx.to_s'
      flag:
        value: idx == 0
  fmt:
    to-string: 'f"<{k}> {k * 2 + 1}% {name} {"in" + name} \"q\" \u00e9 \\ end"'
    seq:
      - id: k
        type: u1
      - id: name
        type: strz
  plain:
    seq:
      - id: z
        type: u1
