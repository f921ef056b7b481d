meta:
  id: hashed
  endian: le
seq:
  - {id: flags, type: u1}
  - id: hash
    size: 8
    -checksum: {algorithm: blake3, over: halves, decoded: flags & 1 == 1, if: flags & 2 == 0}
  - id: halves
    size: 4
    -array: {dtype: f4, shape: [2]}
    -codec: [fp16]
  - {id: len_words, type: u1}
  - id: words
    size: len_words
    -array: {dtype: u2, shape: [3]}
    -codec: [zstd]
  - id: hash_words
    size: 32
    -checksum: {algorithm: blake3, over: words}
  - id: pair
    size: 4
    -array: {dtype: u2, shape: [2]}
    -codec: []
  - id: hash_pair
    size: 2 * 2
    -checksum: {algorithm: blake3, over: pair, decoded: true}
  - id: hash_last
    size: 4
    -checksum: {algorithm: blake3, over: last}
    if: flags & 4 != 0
  - id: last
    size: 1
    -array: {dtype: u1, shape: [1]}
    -codec: []
