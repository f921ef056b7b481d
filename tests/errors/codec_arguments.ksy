# error[Q502] 17:30 /seq/4/-codec/0/pq/codebooks: `pq` needs `codebooks`, but the field has an `if`
# error[Q502] 21:33 /seq/5/-codec/0/affine_u8/scale: `affine_u8` needs `scale`, but the field has an `if`
# error[Q502] 25:30 /seq/6/-codec/0/pq/codebooks: `codebooks` of `pq` must be an array of f4 or an array of f4le, found an array of f8
# error[Q502] 25:43 /seq/6/-codec/0/pq/norms: `norms` of `pq` must be an array of f4 or an array of f4le, found an integer
# error[Q502] 29:14 /seq/7/-codec/0: `pq` needs `codebooks`
meta:
  id: codec_arguments
  endian: le
seq:
  - {id: kind, type: u1}
  - {id: scale, type: f4, if: kind == 1}
  - {id: books, size: 8, if: kind == 1, -array: {dtype: f4, shape: [1, 2, 1]}}
  - {id: wide, size: 16, -array: {dtype: f8, shape: [1, 2, 1]}}
  - id: needed
    size: 2
    -array: {dtype: f4, shape: [2, 1]}
    -codec: [pq: {codebooks: books}]
  - id: also_needed
    size: 2
    -array: {dtype: f4, shape: [2, 1]}
    -codec: [affine_u8: {scale: scale, min: 0}]
  - id: of_other_types
    size: 2
    -array: {dtype: f4, shape: [2, 1]}
    -codec: [pq: {codebooks: wide, norms: kind}]
  - id: left_out
    size: 2
    -array: {dtype: f4, shape: [2, 1]}
    -codec: [pq]
