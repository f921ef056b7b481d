meta:
  id: process_insts
instances:
  a:
    pos: 0
    size: 4
    process: xor(0xff)
  b:
    pos: a[0] % 3
    size-eos: true
    process: xor(a)
  c:
    pos: 1
    type: t
    size: 4
    process: rol(2)
  d:
    pos: 0
    terminator: 0x65
    process: xor([1])
    repeat: expr
    repeat-expr: 2
  e:
    io: c._io
    pos: 0
    size: 2
    process: ror(2)
  f:
    pos: 0
    size: 4
    process: xor([255, 3])
    if: a[1] > 200
  g:
    pos: 0
    size: 4
    process: xor(300)
  h:
    pos: 0
    size: 4
    process: xor(-1)
  i:
    pos: 2
    size: 3
    process: xor([].as<bytes>)
types:
  t:
    seq:
      - id: x
        type: u2be
