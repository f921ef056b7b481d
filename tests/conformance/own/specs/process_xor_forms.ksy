meta:
  id: process_xor_forms
seq:
  - id: key1
    type: u1
  - id: keyn
    size: 3
  - id: a
    size: 5
    process: xor(0x5a)
  - id: b
    size: 5
    process: xor(key1)
  - id: c
    size: 5
    process: xor([1, 2, 3])
  - id: d
    size: 5
    process: xor(keyn)
  - id: e
    size: 5
    process: xor(key1 + 1)
  - id: f
    terminator: 0
    process: xor(keyn)
  - id: g
    terminator: 0
    include: true
    process: xor(0xff)
  - id: h
    size: 8
    pad-right: 0x20
    process: xor(0x11)
  - id: i
    size: 8
    terminator: 0x2c
    process: xor(0x11)
  - id: j
    size: 8
    terminator: 0x2c
    include: true
    pad-right: 0x2e
    process: xor(keyn)
  - id: k
    size: 4
    process: xor("keyn".to_b("ASCII"))
  - id: l
    size: 0
    process: xor([7])
  - id: m
    size: 3
    process: xor(key1 - 0)
  - id: n
    size: 3
    process: 'xor(key1 == 7 ? keyn : [9, 8])'
  - id: o
    size-eos: true
    process: xor(_io.size)
