meta:
  id: endian_calc_override
  endian: be
seq:
  - id: n
    type: u2
  - id: kind
    type: str
    size: 2
    encoding: ASCII
  - id: one
    type: one
  - id: after
    type: u2
types:
  one:
    meta:
      endian:
        switch-on: _root.kind
        cases:
          '"II"': le
          '"MM"': be
    seq:
      - id: v
        type: u2
      - id: keep_le
        type: fixed_le
      - id: keep_be
        type: fixed_be
      - id: flip
        type: flip
      - id: outer
        type: outer_fixed
      - id: v2
        type: u4
    types:
      fixed_le:
        meta:
          endian: le
        seq:
          - id: v
            type: u2
          - id: nest
            type: nest
        types:
          nest:
            seq:
              - id: w
                type: u2
      fixed_be:
        meta:
          endian: be
        seq:
          - id: v
            type: u2
      flip:
        meta:
          endian:
            switch-on: _root.kind == "II"
            cases:
              true: be
              false: le
        seq:
          - id: v
            type: u2
          - id: n
            type: nest
        types:
          nest:
            seq:
              - id: w
                type: u4
  outer_fixed:
    seq:
      - id: v
        type: u2
