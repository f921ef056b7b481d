# error[Q901] 17:13 /meta/ks-debug: `ks-debug` is understood, but not compiled yet
# error[Q901] 18:20 /meta/ks-opaque-types: `ks-opaque-types` is understood, but not compiled yet
# error[Q901] 19:13 /meta/imports/0: import of `other`: imports are understood, but not compiled yet
# error[Q901] 21:5 /meta/endian: an endianness that is computed is understood, but not compiled yet
# error[Q901] 24:13 /to-string: `to-string` is understood, but not compiled yet
# error[Q901] 26:19 /seq/0/type: a bit-sized integer is understood, but not compiled yet
# error[Q901] 27:31 /seq/1/process: `process` is understood, but not compiled yet
# error[Q901] 28:31 /seq/2/parent: `parent` is understood, but not compiled yet
# error[Q901] 29:30 /seq/3/-limit: a `-limit` that is computed is understood, but not compiled yet
# error[Q901] 30:19 /seq/4/size: `sizeof` is understood, but not compiled yet
# error[Q901] 34:13 /seq/5/-codec: a `-codec` of several stages (or of none) is understood, but not compiled yet
# error[Q901] 39:13 /seq/6/-array: `-array` on a repeat is understood, but not compiled yet
# error[Q901] 42:13 /seq/7/-array: a `dtype` that is chosen or left out is understood, but not compiled yet
# error[Q901] 44:11 /instances/i/io: `io` is understood, but not compiled yet
meta:
  id: later
  ks-debug: true
  ks-opaque-types: true
  imports: [other]
  endian:
    switch-on: a
    cases:
      1: le
to-string: '"x"'
seq:
  - {id: a, type: b3}
  - {id: b, size: 1, process: zlib}
  - {id: c, type: u1, parent: _root}
  - {id: d, size: 2, -limit: a + 1}
  - {id: e, size: sizeof<u2le>}
  - id: f
    size: 4
    -array: {dtype: f4le, shape: [1]}
    -codec: [fp16, fp16]
  - id: g
    type: u1
    repeat: expr
    repeat-expr: 2
    -array: {dtype: u1, shape: [2]}
  - id: h
    size: 4
    -array: {shape: [1]}
instances:
  i: {io: _root._io, pos: 0, type: u1}
