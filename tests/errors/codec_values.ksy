# error[Q502] 14:14 /seq/1/-codec/0/xor_delta: `dtype` of `xor_delta` must be float32 or int64, found float64
# error[Q502] 22:28 /seq/3/-codec/0/zstd/level: `level` of `zstd` must be -131072 to 22, found 23
# error[Q502] 26:67 /seq/4/-codec/0/xor_delta/rows: `rows` of `xor_delta` must be 0, or a divisor of 4, found 3
# error[Q203] 29:43 /seq/5/-array/dtype/cases: a switch needs at least one case
# error[Q203] 34:35 /seq/6/-codec/cases: a switch needs at least one case
meta:
  id: codec_values
  endian: le
seq:
  - {id: n, type: u1}
  - id: no_such_difference
    size: 32
    -array: {dtype: f8, shape: [n]}
    -codec: [xor_delta: {stored: '"float64"', width: n}]
  - id: only_a_file_tells
    size: 32
    -array: {dtype: f4, shape: [n]}
    -codec: [xor_delta: {stored: '"float32"', width: 3}]
  - id: no_such_level
    size-eos: true
    -array: {dtype: f4, shape: [n]}
    -codec: [zstd: {level: 23}]
  - id: rows_that_do_not_fit
    size: 48
    -array: {dtype: f4, shape: [4, 3]}
    -codec: [xor_delta: {stored: '"float32"', width: 2 + 1, rows: 3}]
  - id: no_case_of_a_dtype
    size: 32
    -array: {dtype: {switch-on: n, cases: {}}, shape: [4]}
    -codec: [raw]
  - id: no_case_of_a_codec
    size: 16
    -array: {dtype: f4, shape: [4]}
    -codec: {switch-on: n, cases: {}}
