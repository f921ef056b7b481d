# error[Q503] 11:13 /seq/0/-codec: `dictionary_planes` takes bytes whose number depends on the array
#   help: so nothing can be unpacked for it
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
