meta:
  id: params_scalars
  endian: le
  encoding: UTF-8
seq:
  - id: n
    type: u1
  - id: txt
    type: strz
  - id: raw
    size: 3
  - id: a
    type: all(n, -5, 0x1_0000, 1.5, n * 2 + 1, "lit", raw, n == 3)
  - id: b
    type: all((n + 1), 0 - 1, n << 20, n / 2.0, (5), txt, [1, 2, 255], not false)
  - id: c
    type: few
  - id: d
    type: unnamed_arg(4, 9)
types:
  all:
    params:
      - id: p_u1
        type: u1
      - id: p_s2
        type: s2
      - id: p_u8
        type: u8
      - id: p_f4
        type: f4
      - id: p_b5
        type: b5
      - id: p_str
        type: str
      - id: p_bytes
        type: bytes
      - id: p_bool
        type: bool
    seq:
      - id: v
        size: p_u1
      - id: w
        type: u1
        if: p_bool
    instances:
      sum:
        value: p_u1 + p_s2 + p_u8 + p_b5
      half:
        value: p_f4 / 2
      joined:
        value: p_str + "/" + p_str.reverse
      len:
        value: p_bytes.length + p_str.length
      last:
        value: p_bytes.last
      same:
        value: p_bytes == v
      f:
        value: p_bool or p_u1 > 3
  few:
    params: []
    seq:
      - id: x
        type: u1
  unnamed_arg:
    params:
      - type: u1
      - id: named
        type: u1
    seq:
      - id: y
        size: named - 8
