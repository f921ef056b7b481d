meta:
  id: process
  encoding: ASCII
seq:
  - {id: key, type: u1}
  - {id: len_secret, type: u1}
  - {id: secret, size: len_secret, process: xor(key)}
  - {id: long_key, size: 3, process: "xor([0x01, 0x02])"}
  - {id: left, size: 2, process: rol(3)}
  - {id: right, size: 2, process: ror(3)}
  - {id: len_packed, type: u1}
  - {id: packed, size: len_packed, process: zlib, type: words}
  - {id: records, size: 2, process: xor(_index), type: pair, repeat: expr, repeat-expr: 2}
  - {id: ended, terminator: 0, process: xor(key)}
types:
  words:
    seq:
      - {id: words, type: strz, repeat: eos}
  pair:
    seq:
      - {id: a, type: u1}
      - {id: b, type: u1}
