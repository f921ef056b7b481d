# error[Q901] 11:36 /seq/0/-derive: `-derive` from `_io` is understood, but not compiled yet
#   help: leave `-derive` out, and write `valid`: a wrong value is refused then
# error[Q901] 12:36 /seq/1/-derive: `-derive` from `_io` is understood, but not compiled yet
#   help: leave `-derive` out, and write `valid`: a wrong value is refused then
# error[Q901] 20:40 /types/box/seq/0/-derive: `-derive` from `_io` is understood, but not compiled yet
#   help: leave `-derive` out, and write `valid`: a wrong value is refused then
# error[Q901] 21:43 /types/box/seq/1/-derive: `-derive` from `_io` is understood, but not compiled yet
#   help: leave `-derive` out, and write `valid`: a wrong value is refused then
meta: {id: derived_of_a_stream}
seq:
  - {id: total, type: u1, -derive: _io.size}
  - {id: later, type: u1, -derive: rest + 1}
  - {id: box, type: box, size: 2}
  - {id: last, type: u1, -derive: box._sizeof}
instances:
  rest: {value: _io.size - 1}
types:
  box:
    seq:
      - {id: here, type: u1, -derive: '_parent._io.pos'}
      - {id: is_last, type: u1, -derive: '_io.eof ? 1 : 0'}
