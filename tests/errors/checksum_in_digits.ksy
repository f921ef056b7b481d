# error[Q504] 9:39 /seq/1/-checksum: digits are text of a constant size, and `number` is not
# error[Q504] 10:61 /seq/2/-checksum: digits are text of a constant size, and `cut` is not
# error[Q206] 11:36 /seq/3/-checksum: a md5 is no number, and has no digits of a `base`
# error[Q504] 12:48 /seq/4/-checksum: a sum32 is an integer, but `large` is a string
# error[Q104] 12:73 /seq/4/-checksum/base: expected an integer from 2 to 16, found `17`
meta: {id: checksum, endian: le, encoding: ASCII}
seq:
  - {id: payload, size: 4}
  - {id: number, type: u4, -checksum: {algorithm: sum32, base: 8, over: payload}}
  - {id: cut, type: str, size: 6, terminator: 0, -checksum: {algorithm: sum32, base: 8, over: payload}}
  - {id: hash, size: 4, -checksum: {algorithm: md5, base: 16, over: payload}}
  - {id: large, type: str, size: 6, -checksum: {algorithm: sum32, base: 17, over: payload}}
