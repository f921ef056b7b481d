meta:
  id: nested_types
  endian: le
seq:
  - {id: outer, type: outer}
  - {id: point, type: point}
  - {id: inner, type: "outer::point"}
  - {id: other, type: other}
types:
  point:
    doc: The point of the whole file.
    seq:
      - {id: x, type: u1}
      - {id: y, type: u1}
  outer:
    seq:
      - {id: point, type: point}
      - {id: scale, type: u2}
    types:
      point:
        doc: A point of its own, nearer than the other.
        seq:
          - {id: z, type: u2}
        instances:
          scaled: {value: z * _parent.as<outer>.scale}
  other:
    meta:
      endian: be
    seq:
      - {id: value, type: u2}
      - {id: below, type: below}
    types:
      below:
        doc: Takes its byte order from the type around it.
        seq:
          - {id: value, type: u2}
    instances:
      sum: {value: value + below.value + _root.point.x}
