meta:
  id: scope_sibling_paths
  endian: be
seq:
  - id: one
    type: left
  - id: two
    type: right::inner
  - id: three
    type: right
types:
  left:
    seq:
      - id: r
        type: right::inner
      - id: k
        type: u1
        enum: right::kind
      - id: d
        type: right::inner::deepest
    instances:
      is_good:
        value: k == right::kind::good
      name_len:
        value: 'k == right::kind::bad ? 3 : 4'
      casted:
        value: _parent.three.in2.as<right::inner>.v
  right:
    seq:
      - id: in1
        type: inner
      - id: in2
        type: right::inner
      - id: in3
        type: inner::deepest
    types:
      inner:
        seq:
          - id: v
            type: u1
          - id: k
            type: u1
            enum: kind
        types:
          deepest:
            seq:
              - id: k2
                type: u1
                enum: kind
              - id: own
                type: u1
                enum: mood
            enums:
              mood:
                1: happy
                2: sad
    enums:
      kind:
        1: good
        2: bad
