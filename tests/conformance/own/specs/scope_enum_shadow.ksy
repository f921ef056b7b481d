meta:
  id: scope_enum_shadow
seq:
  - id: e
    type: u1
    enum: kind
  - id: o
    type: outer
  - id: kind
    type: kind_t
enums:
  kind:
    1: top_one
    2: top_two
types:
  kind_t:
    seq:
      - id: kind
        type: u1
        enum: kind
  outer:
    seq:
      - id: e
        type: u1
        enum: kind
      - id: i
        type: inner
    enums:
      kind:
        1: outer_one
        2: outer_two
    types:
      inner:
        seq:
          - id: e
            type: u1
            enum: kind
          - id: f
            type: u1
            enum: outer::kind
          - id: g
            type: u1
            enum: other
        enums:
          other:
            1: kind
        instances:
          lit:
            value: kind::outer_two
          lit2:
            value: outer::kind::outer_one
          same:
            value: e == kind::outer_one
    instances:
      top_is:
        value: _root.e.to_i == e.to_i
