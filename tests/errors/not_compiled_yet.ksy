# error[Q901] 17:30 /seq/1/-limit: a `-limit` that is computed is understood, but not compiled yet
# error[Q901] 21:13 /seq/2/-codec: a `-codec` of several stages (or of none) is understood, but not compiled yet
# error[Q901] 26:13 /seq/3/-array: `-array` on a repeat of numbers is understood, but not compiled yet
# error[Q901] 30:13 /seq/4/-array: a table without `repeat-expr` is understood, but not compiled yet
# error[Q901] 33:13 /seq/5/-array: a `dtype` that is chosen or left out is understood, but not compiled yet
# error[Q901] 36:13 /seq/6/-array: a `dtype` whose byte order is chosen is understood, but not compiled yet
# error[Q901] 39:12 /seq/7/-type: `-type` is understood, but not compiled yet
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
    -codec: [fp16, fp16]
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
types:
  row: {meta: {endian: le}, seq: [{id: x, type: u1}]}
