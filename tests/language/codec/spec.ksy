meta:
  id: codec
  endian: le
  encoding: ASCII
seq:
  - {id: rows, type: u1}
  - {id: scale, type: f4}
  - id: halves
    size: rows * 2 * 2
    -array: {dtype: f4, shape: [rows, 2]}
    -codec: [fp16]
  - {id: len_codes, type: u2}
  - id: codes
    size: len_codes
    -array: {dtype: f4, shape: [3]}
    -codec:
      - affine_u8: {scale: scale, min: -1}
  - {id: scheme, type: str, size: 2}
  - id: chosen
    size: 2
    -array: {dtype: f4, shape: ["rows == 2 ? 2 : 1"]}
    -codec:
      switch-on: scheme
      cases:
        '"u8"':
          - affine_u8: {scale: 0.5, min: 0.0}
        _: [fp16]
