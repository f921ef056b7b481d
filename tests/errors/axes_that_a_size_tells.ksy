# error[Q203] 12:32 /seq/1/-array/shape: only one axis of a shape can be -1
# error[Q503] 15:32 /seq/2/-array/shape: an axis of -1 cannot follow from the size of bytes that a stage unpacks
# error[Q503] 19:32 /seq/3/-array/shape: arguments of a `-codec` and its `shape` can use fields, but not the stream
#   help: in a `shape`, -1 is the axis that follows from the size of the field
# error[Q503] 24:33 /seq/4/-codec/0/short_int/width: arguments of a `-codec` and its `shape` can use fields, but not the stream
#   help: in a `shape`, -1 is the axis that follows from the size of the field
meta: {id: axes_that_a_size_tells, endian: le}
seq:
  - {id: num, type: u1}
  - id: two
    size: 8
    -array: {dtype: u1, shape: [-1, -1]}
  - id: packed
    size: 8
    -array: {dtype: u2, shape: [-1]}
    -codec: [zstd]
  - id: by_stream
    size-eos: true
    -array: {dtype: u2, shape: [_io.size / 2]}
    -codec: []
  - id: by_codec
    size: 4
    -array: {dtype: s4, shape: [num]}
    -codec: [short_int: {width: _io.pos}]
