# error[Q302] 5:61 /seq/0/-checksum/over: type `checksum` has no `paylod`
#   help: did you mean `payload`?
meta: {id: checksum, endian: le}
seq:
  - {id: crc, type: u4, -checksum: {algorithm: crc32, over: paylod}}
  - {id: payload, size: 4}
