meta:
  id: list_while_filled
  endian: be
seq:
  - id: sizes
    type: u1
    repeat: until
    repeat-until: sizes.size > 1 and sizes[_index - 1] == _
  - id: chain
    size: '_index == 0 ? 1 : chain[_index - 1].length + 1'
    repeat: expr
    repeat-expr: 3
  - id: recs
    type: rec(_index)
    repeat: expr
    repeat-expr: 3
  - id: fib
    type: fib
    repeat: until
    repeat-until: _.total >= 9 or fib.size == 6
  - id: pick
    type: u1
    if: fib.last.total == 10
instances:
  total:
    value: recs[2].acc
types:
  rec:
    params:
      - id: i
        type: s4
    seq:
      - id: v
        type: u1
      - id: seen
        size: _parent.recs.size
    instances:
      acc:
        value: 'i == 0 ? v : v + _parent.recs[i - 1].v'
  fib:
    seq:
      - id: d
        type: u1
      - id: prev_count
        size: 0
        if: _parent.fib.size > 1
    instances:
      total:
        value: d + _parent.fib.size
