# error[Q203] 18:31 /seq/0/repeat: `repeat` cannot be `forever`
#   help: expected one of `eos`, `expr`, `until`
# error[Q203] 19:30 /seq/1/-array: unknown dtype `u5`
#   help: expected one of `bf2`, `bool`, `c16`, `c8`, `f1e4m3`, `f1e4m3fnuz`, `f1e5m2`, `f1e5m2fnuz`, `f1e8m0`, `f2`, `f4`, `f4be`, `f4le`, `f8`, `f8be`, `f8le`, `s1`, `s2be`, `s2le`, `s4be`, `s4le`, `s8be`, `s8le`, `u1`, `u2be`, `u2le`, `u4be`, `u4le`, `u8be`, `u8le`
# error[Q302] 19:61 /seq/1/-array/order: type `choices` has no `Z`
#   help: expected one of `a`, `b`, `c`, `d`, `e`
# error[Q504] 20:34 /seq/2/-checksum: a crc32 has 32 bits, and `c` has 8
#   help: `mask` says which bits to store
# error[Q203] 20:46 /seq/2/-checksum/algorithm: `algorithm` cannot be `crc16`
#   help: did you mean `crc16_x25`?
# error[Q203] 21:70 /seq/3/-document/format: `format` cannot be `xml`
#   help: expected one of `json`
# error[Q203] 22:88 /seq/4/-document/fields/x: `type` cannot be `integer`
#   help: expected one of `any`, `bool`, `float`, `int`, `str`
meta:
  id: choices
seq:
  - {id: a, type: u1, repeat: forever}
  - {id: b, size: 4, -array: {dtype: u5, shape: [4], order: Z}}
  - {id: c, type: u1, -checksum: {algorithm: crc16, over: a}}
  - {id: d, type: str, size: 4, encoding: ASCII, -document: {format: xml}}
  - {id: e, type: str, size: 4, encoding: ASCII, -document: {format: json, fields: {x: integer}}}
