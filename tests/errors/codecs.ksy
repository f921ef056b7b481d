# error[Q501] 18:14 /seq/0/-codec/0: unknown codec `fp61`
#   help: did you mean `fp16`?
# error[Q502] 22:15 /seq/1/-codec/0/affine_u8: `affine_u8` has no parameter `zero`
#   help: expected one of `min`, `scale`, `shape`
# error[Q502] 26:14 /seq/2/-codec/0: `affine_u8` needs `scale`
# error[Q502] 26:14 /seq/2/-codec/0: `affine_u8` needs `min`
# error[Q502] 30:35 /seq/3/-codec/0/affine_u8/scale: `scale` of `affine_u8` must be a float or an integer, found a string
# error[Q502] 33:14 /seq/4/-codec/0: `fp16` needs `shape`
# error[Q503] 33:14 /seq/4/-codec/0: `fp16` gives an array: say which with `-array`
# error[Q503] 37:14 /seq/5/-codec/0: `fp16` gives float32, but `-array` says `u2`
meta:
  id: codecs
  endian: le
seq:
  - id: a
    size: 4
    -array: {dtype: f4, shape: [2]}
    -codec: [fp61]
  - id: b
    size: 4
    -array: {dtype: f4, shape: [4]}
    -codec: [{affine_u8: {scale: 1.0, min: 0, zero: 3}}]
  - id: c
    size: 4
    -array: {dtype: f4, shape: [4]}
    -codec: [affine_u8]
  - id: d
    size: 4
    -array: {dtype: f4, shape: [4]}
    -codec: [{affine_u8: {scale: '"x"', min: 0}}]
  - id: e
    size: 4
    -codec: [fp16]
  - id: f
    size: 4
    -array: {dtype: u2, shape: [2]}
    -codec: [fp16]
