meta:
  id: params_top_args
  endian: le
  encoding: ASCII
params:
  - id: count
    type: u2
  - id: name
    type: str
  - id: flag
    type: bool
  - id: scale
    type: f8
  - id: list
    type: u4[]
    doc: some numbers
seq:
  - id: items
    type: item(_index, name)
    repeat: expr
    repeat-expr: count
  - id: opt
    type: u2
    if: flag
  - id: again
    type: params_top_args(1, name + "!", false, scale / 2, list)
    if: count > 1
types:
  item:
    params:
      - id: idx
        type: s4
      - id: nm
        type: str
    seq:
      - id: v
        size: _root.list[idx % _root.list.size]
    instances:
      label:
        value: nm + idx.to_s
      root_count:
        value: _root.count
instances:
  scaled:
    value: scale * count
  name_len:
    value: name.length + list.size
