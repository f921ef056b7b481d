# error[Q403] 9:19 /seq/0/type: `u2` has no byte order
#   help: write `u2le` or `u2be`, or set `meta/endian`
# error[Q403] 10:19 /seq/1/type: `f8` has no byte order
#   help: write `f8le` or `f8be`, or set `meta/endian`
# error[Q403] 12:30 /seq/3/-array: dtype `u4` has no byte order
meta:
  id: order
seq:
  - {id: a, type: u2}
  - {id: b, type: f8}
  - {id: c, type: u1}
  - {id: d, size: 4, -array: {dtype: u4, shape: [1]}}
