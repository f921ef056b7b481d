meta:
  id: imp_c
seq:
  - id: v
    type: u1
instances:
  size:
    value: _io.size
