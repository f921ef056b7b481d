meta:
  id: opq_gen
  endian: be
params:
  - id: n
    type: u1
seq:
  - id: d
    size: n
  - id: k
    type: kid
types:
  kid:
    seq:
      - id: z
        type: u1
    instances:
      up:
        value: _root.n
