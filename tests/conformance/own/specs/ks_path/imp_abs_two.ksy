meta:
  id: imp_abs_two
  endian: be
params:
  - id: k
    type: u1
  - id: len
    type: u2
seq:
  - id: body
    size: len
  - id: w
    type: u2
instances:
  kw:
    value: k + w
