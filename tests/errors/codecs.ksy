# error[Q501] 29:14 /seq/0/-codec/0: unknown codec `fp61`
#   help: did you mean `fp16`?
# error[Q502] 33:15 /seq/1/-codec/0/affine_u8: `affine_u8` has no parameter `zero`
#   help: expected one of `min`, `scale`, `shape`
# error[Q502] 37:14 /seq/2/-codec/0: `affine_u8` needs `scale`
# error[Q502] 37:14 /seq/2/-codec/0: `affine_u8` needs `min`
# error[Q502] 41:35 /seq/3/-codec/0/affine_u8/scale: `scale` of `affine_u8` must be a float or an integer, found a string
# error[Q502] 44:14 /seq/4/-codec/0: `fp16` needs `shape`
# error[Q503] 44:14 /seq/4/-codec/0: `fp16` gives an array: add `-array` to the field
# error[Q503] 48:14 /seq/5/-codec/0: `fp16` gives float32, but `-array` says `u2`
# error[Q503] 52:13 /seq/6/-codec: only the last stage of a `-codec` makes the array
#   help: the stages before it map bytes to bytes
# error[Q506] 54:11 /seq/7/size: the field has 4 bytes, but an array of this shape takes 8 in `raw`
# error[Q502] 56:14 /seq/7/-codec/0/raw: `raw` takes its dtype from `-array`
#   help: leave `dtype` out
# error[Q503] 62:20 /seq/8/-codec/1: `fp16` gives float32, but `-array` chooses
# error[Q502] 68:29 /seq/10/-codec/0/zstd/level: `level` of `zstd` must be an integer, found a string
# error[Q203] 72:14 /seq/11/-array/dtype: unknown dtype `u5`
#   help: expected one of `bf2`, `bool`, `c16`, `c8`, `f1e4m3`, `f1e4m3fnuz`, `f1e5m2`, `f1e5m2fnuz`, `f1e8m0`, `f2`, `f4`, `f4be`, `f4le`, `f8`, `f8be`, `f8le`, `s1`, `s2be`, `s2le`, `s4be`, `s4le`, `s8be`, `s8le`, `u1`, `u2be`, `u2le`, `u4be`, `u4le`, `u8be`, `u8le`
# error[Q302] 72:54 /seq/11/-array/dtype/cases/x: type `codecs` has no `x`
#   help: expected one of `a`, `b`, `c`, `d`, `e`, `f`, `g`, `h`, `i`, `j`, `k`, `kind`
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
  - id: g
    size: 4
    -array: {dtype: f4, shape: [2]}
    -codec: [fp16, zstd, raw]
  - id: h
    size: 4
    -array: {dtype: f4, shape: [2]}
    -codec: [raw: {dtype: '"float32"'}]
  - id: i
    size: 4
    -array:
      dtype: {switch-on: kind, cases: {1: f4, 2: f2}}
      shape: [2]
    -codec: [zstd, fp16]
  - id: kind
    type: u1
  - id: j
    size: 4
    -array: {dtype: f4, shape: [2]}
    -codec: [zstd: {level: '"high"'}]
  - id: k
    size: 4
    -array:
      dtype: {switch-on: kind, cases: {1: f4, 2: u5, x: f4}}
      shape: [2]
    -codec: [zstd]
