meta:
  id: substreams
  endian: le
seq:
  - {id: len_head, type: u1}
  - {id: head, type: head, size: len_head}
  - {id: parts, type: part, size: 3, repeat: expr, repeat-expr: 2}
  - {id: after, type: u1}
types:
  head:
    seq:
      - {id: version, type: u1}
      - {id: rest, size-eos: true}
    instances:
      at_start: {pos: 0, type: u2}
      size_here: {value: _io.size}
  part:
    seq:
      - {id: numbers, type: u1, repeat: eos}
