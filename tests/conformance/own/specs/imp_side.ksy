meta:
  id: imp_side
  endian: be
seq:
  - id: p
    type: part
types:
  part:
    seq:
      - id: x
        type: u1
