meta:
  id: names_builtin
seq:
  - id: str
    type: u1
  - id: int
    type: u1
  - id: len
    type: u1
  - id: list
    type: u1
    repeat: expr
    repeat-expr: 2
  - id: f
    type: u1
  - id: i
    type: u1
  - id: io
    type: u1
  - id: bytes
    size: 2
  - id: sub
    type: members
  - id: and_x
    type: u1
  - id: notable
    type: u1
  - id: or_else
    type: u1
  - id: true_1
    type: u1
  - id: e1
    type: u1
  - id: range
    type: u1
    repeat: expr
    repeat-expr: i
  - id: self_
    type: u1
types:
  members:
    seq:
      - id: size
        type: u1
      - id: length
        type: u1
      - id: first
        type: u1
      - id: last
        type: u1
      - id: to_s
        type: u1
      - id: to_i
        type: u1
      - id: pos
        type: u1
      - id: eof
        type: u1
      - id: reverse
        type: u1
      - id: min
        type: u1
      - id: as_x
        type: u1
instances:
  v1:
    value: 'str + int * len'
  v2:
    value: 'list[0] + list.size'
  v3:
    value: 'f + 1'
  v4:
    value: 'f"{f}"'
  v5:
    value: 'i - io'
  v6:
    value: 'bytes.length'
  v7:
    value: 'sub.size + sub.length'
  v8:
    value: 'sub.first * sub.last'
  v9:
    value: 'sub.to_s + sub.to_i'
  v10:
    value: 'sub.pos + sub.eof + sub.reverse + sub.min'
  v11:
    value: 'and_x + notable * or_else'
  v12:
    value: 'true_1 - e1'
  v13:
    value: 'not (and_x == 1) and notable > 0 or or_else == 2'
  v14:
    value: 'range.last'
  v15:
    value: 'sub.to_s.to_s'
  v16:
    value: 'notable > 0 and not(or_else>0)'
  v17:
    value: 'sub.as_x.as<u2>'
  v18:
    value: 'self_'
