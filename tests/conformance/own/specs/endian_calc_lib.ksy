meta:
  id: endian_calc_lib
  endian:
    switch-on: mode
    cases:
      1: le
      2: be
params:
  - id: mode
    type: u1
seq:
  - id: v
    type: u2
  - id: n
    type: nested
types:
  nested:
    seq:
      - id: w
        type: u2
