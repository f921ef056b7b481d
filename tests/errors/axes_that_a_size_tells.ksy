# error[Q203] 12:32 /seq/1/-array/shape: only one axis can be what the size leaves
# error[Q503] 15:32 /seq/2/-array/shape: where stored bytes are unpacked, their number tells no axis
# error[Q503] 19:32 /seq/3/-array/shape: what a `-codec` is computed from must be fields, not from the stream
#   help: in a `shape`, -1 is the axis that the size of the field tells
# error[Q503] 24:33 /seq/4/-codec/0/short_int/width: what a `-codec` is computed from must be fields, not from the stream
#   help: in a `shape`, -1 is the axis that the size of the field tells
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
