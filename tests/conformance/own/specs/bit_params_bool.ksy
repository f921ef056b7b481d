meta:
  id: bit_params_bool
seq:
  - id: f
    type: b1
  - id: g
    type: b7
  - id: t
    type: par(f, g, g == 3, [f, not f])
types:
  par:
    params:
      - id: p_bool
        type: bool
      - id: p_bits
        type: b7
      - id: p_cmp
        type: bool
      - id: p_arr
        type: bool[]
    seq:
      - id: x
        type: b1
        if: p_bool
      - id: y
        type: u1
        repeat: expr
        repeat-expr: p_arr.size
    instances:
      z:
        value: 'p_bool ? p_bits : 0'
      zz:
        value: p_arr[1] and p_cmp
      sh:
        value: '(p_bits << 9) >> 2'
