meta:
  id: limit
  endian: le
  encoding: ASCII
seq:
  - {id: len_name, type: u4}
  - {id: name, type: str, size: len_name, -limit: 0x10}
  - {id: num_items, type: u4}
  - {id: items, type: u1, repeat: expr, repeat-expr: num_items, -limit: 3}
  - {id: window, type: window, size: 2, -limit: 2}
  - {id: rest, size-eos: true, -limit: 4}
types:
  window:
    seq:
      - {id: value, type: u2}
