# error[Q503] 11:13 /seq/0/-codec: the stored size of `dictionary_planes` depends on the array
#   help: no stage can stand before it: use it alone
meta:
  id: codec_of_unknown_size
  endian: le
seq:
  - id: a
    doc: Fine without what unpacks.
    size: 40
    -array: {dtype: f4, shape: [2]}
    -codec: [zstd, dictionary_planes]
  - id: b
    size: 40
    -array: {dtype: f4, shape: [2]}
    -codec: [dictionary_planes]
