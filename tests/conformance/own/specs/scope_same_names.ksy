meta:
  id: scope_same_names
  encoding: ASCII
seq:
  - id: x
    type: thing
  - id: a
    type: a
  - id: b
    type: a::b
  - id: abt
    type: a::b::thing
  - id: at
    type: 'a :: thing'
types:
  thing:
    seq:
      - id: top_thing
        type: u1
  a:
    seq:
      - id: t
        type: thing
      - id: b
        type: b
      - id: only_top
        type: lonely
    types:
      thing:
        seq:
          - id: a_thing
            type: u1
      b:
        seq:
          - id: t
            type: thing
          - id: a_again
            type: a
            if: _io.pos < 8
        types:
          thing:
            seq:
              - id: ab_thing
                type: u1
              - id: l
                type: lonely
          lonely:
            seq:
              - id: near
                type: s1
  lonely:
    seq:
      - id: far
        type: u1
