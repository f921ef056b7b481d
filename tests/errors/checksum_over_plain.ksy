# error[Q901] 5:36 /seq/1/-checksum: a `-checksum` over a field without `-codec` is understood, but not compiled yet
meta: {id: checksum, endian: le}
seq:
  - {id: payload, size: 4}
  - {id: crc, type: u4, -checksum: {algorithm: crc32, over: payload}}
