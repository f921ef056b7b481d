meta:
  id: imp_a
  endian: be
  imports:
    - deeper/imp_b
    - ../imp_side
seq:
  - id: v
    type: u2
  - id: b
    type: imp_b
  - id: s
    type: imp_side
types:
  nested:
    seq:
      - id: nv
        type: u2
      - id: deep
        type: deep
    instances:
      twice:
        value: nv * 2
    types:
      deep:
        seq:
          - id: dv
            type: u1
instances:
  root_v:
    value: _root.v
