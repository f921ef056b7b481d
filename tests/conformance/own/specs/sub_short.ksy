meta:
  id: sub_short
  endian: le
seq:
  - id: a
    size: 2
    type: needs_four
types:
  needs_four:
    seq:
      - id: v
        type: u4
