meta:
  id: documents
  endian: le
  encoding: UTF-8
seq:
  - {id: len_header, type: u2}
  - id: header
    type: str
    size: len_header
    -document:
      format: json
      compact: true
      fields:
        title: {type: str, doc: What it is called.}
        version: {type: int, valid: {min: 1, max: 3}}
        ratio: float
        ready: bool
        free: any
        note: {type: str, optional: true}
        unit: {type: str, default: '"m"'}
        author:
          doc: Who made it.
          fields:
            name: {type: str}
            mail: {type: str, optional: true}
        sizes: {items: int}
        grid: {items: {items: int}}
        layers:
          items:
            id: layer
            fields:
              kind: {type: str, valid: {any-of: ['"map"', '"mask"']}}
              depth: {type: int, if: 'kind == "map"'}
              unit: {type: str, default: _parent.unit}
        total: {type: int, valid: sizes.sum}
  - {id: len_any, type: u1}
  - id: anything
    type: str
    size: len_any
    -document: {format: json}
  - id: planes
    type: u1
    repeat: eos
    -repeat-expr: header.layers.size
instances:
  area: {value: len_header, -value: header.sizes.product}
