# error[Q504] 7:47 /seq/2/-checksum: a crc32 is an integer, but `name` is a string
# error[Q901] 7:47 /seq/2/-checksum: a second `-checksum` over one field with `-codec` is understood, but not compiled yet
meta: {id: checksum, endian: le, encoding: ASCII}
seq:
  - {id: payload, size: 4, -array: {dtype: f4, shape: [2]}, -codec: [fp16]}
  - {id: crc, type: u4, -checksum: {algorithm: crc32, over: payload}}
  - {id: name, type: str, size: 4, -checksum: {algorithm: crc32, over: payload}}
