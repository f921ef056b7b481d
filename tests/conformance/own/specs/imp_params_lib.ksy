meta:
  id: imp_params_lib
  endian: be
params:
  - id: mode
    type: u1
    enum: mode
  - id: host
    type: struct
  - id: item
    type: item
  - id: items
    type: item[]
seq:
  - id: v
    type: u1
    if: mode == mode::on
  - id: w
    size: item.len
enums:
  mode:
    0: 'off'
    1: 'on'
types:
  item:
    seq:
      - id: len
        type: u1
  sub:
    params:
      - id: n
        type: u4
      - id: s
        type: io
    seq:
      - id: raw
        size: n
    instances:
      first:
        io: s
        pos: 0
        type: u1
instances:
  total:
    value: items[0].len + items[1].len
  has_parent:
    value: host._io.size
