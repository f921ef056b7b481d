meta:
  id: checksum
  endian: le
seq:
  - {id: flags, type: u1}
  - id: crc
    type: u4
    -checksum: {algorithm: crc32, over: payload}
  - id: payload
    size: 4
    -array: {dtype: f4, shape: [2]}
    -codec: [fp16]
  - id: behind
    size: 2
    -array: {dtype: f4, shape: [1]}
    -codec: [fp16]
  - id: crc_behind
    type: u4
    if: flags == 1
    -checksum: {algorithm: crc32, over: behind}
