# error[Q901] 21:30 /seq/1/-limit: a `-limit` that is computed is understood, but not compiled yet
# error[Q901] 25:13 /seq/2/-codec: a `-codec` of several stages that unpack, or without `-array`, is understood, but not compiled yet
# error[Q901] 30:13 /seq/3/-array: `-array` on a repeat of numbers is understood, but not compiled yet
# error[Q901] 34:13 /seq/4/-array: a table without `repeat-expr` is understood, but not compiled yet
# error[Q901] 37:13 /seq/5/-array: a `dtype` that is left out is understood, but not compiled yet
# error[Q901] 40:13 /seq/6/-array: a `dtype` whose byte order is chosen is understood, but not compiled yet
# error[Q901] 43:12 /seq/7/-type: `-type` is understood, but not compiled yet
# error[Q901] 46:13 /seq/8/-codec: a `-codec` of several stages that unpack, or without `-array`, is understood, but not compiled yet
# error[Q901] 49:13 /seq/9/-codec: a `-codec` of several stages that unpack, or without `-array`, is understood, but not compiled yet
# error[Q901] 53:13 /seq/10/-codec: a `-codec` for `u4be`, whose bytes come highest first, is understood, but not compiled yet
# error[Q901] 57:14 /seq/11/-array/dtype: a `-codec` for `u4be`, whose bytes come highest first, is understood, but not compiled yet
meta:
  id: later
  endian:
    switch-on: a
    cases:
      1: le
      2: be
seq:
  - {id: a, type: u1}
  - {id: d, size: 2, -limit: a + 1}
  - id: f
    size: 4
    -array: {dtype: f4le, shape: [1]}
    -codec: [zstd, lz4]
  - id: g
    type: u1
    repeat: expr
    repeat-expr: 2
    -array: {dtype: u1, shape: [2]}
  - id: rows
    type: row
    repeat: eos
    -array: {}
  - id: h
    size: 4
    -array: {shape: [1]}
  - id: k
    size: 4
    -array: {dtype: u4, shape: [1]}
  - id: l
    type: u4
    -type: f4
  - id: m
    size: 4
    -codec: [zstd]
  - id: n
    size: 4
    -codec: []
  - id: o
    size: 8
    -array: {dtype: u4be, shape: [2]}
    -codec: [zstd]
  - id: p
    size: 4
    -array:
      dtype: {switch-on: a, cases: {1: u4le, 2: u4be}}
      shape: [1]
    -codec: []
  - id: q
    size: 4
    -array:
      dtype: {switch-on: a, cases: {1: u4le}}
      shape: [1]
  - id: r
    size: 4
    -array: {dtype: bf2le, shape: [2]}
  - {id: s, size: 4, -checksum: {algorithm: blake3, over: [h, k]}}
types:
  row: {meta: {endian: le}, seq: [{id: x, type: u1}]}
