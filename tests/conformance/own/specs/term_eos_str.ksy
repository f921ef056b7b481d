meta:
  id: term_eos_str
instances:
  i0_2:
    pos: 2
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: false
    consume: false
    eos-error: false
  i0_5:
    pos: 5
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: false
    consume: false
    eos-error: false
  i0_7:
    pos: 7
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: false
    consume: false
    eos-error: false
  i1_2:
    pos: 2
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: false
    consume: false
    eos-error: true
  i1_5:
    pos: 5
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: false
    consume: false
    eos-error: true
  i1_7:
    pos: 7
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: false
    consume: false
    eos-error: true
  i2_2:
    pos: 2
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: false
    consume: true
    eos-error: false
  i2_5:
    pos: 5
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: false
    consume: true
    eos-error: false
  i2_7:
    pos: 7
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: false
    consume: true
    eos-error: false
  i3_2:
    pos: 2
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: false
    consume: true
    eos-error: true
  i3_5:
    pos: 5
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: false
    consume: true
    eos-error: true
  i3_7:
    pos: 7
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: false
    consume: true
    eos-error: true
  i4_2:
    pos: 2
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: true
    consume: false
    eos-error: false
  i4_5:
    pos: 5
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: true
    consume: false
    eos-error: false
  i4_7:
    pos: 7
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: true
    consume: false
    eos-error: false
  i5_2:
    pos: 2
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: true
    consume: false
    eos-error: true
  i5_5:
    pos: 5
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: true
    consume: false
    eos-error: true
  i5_7:
    pos: 7
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: true
    consume: false
    eos-error: true
  i6_2:
    pos: 2
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: true
    consume: true
    eos-error: false
  i6_5:
    pos: 5
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: true
    consume: true
    eos-error: false
  i6_7:
    pos: 7
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: true
    consume: true
    eos-error: false
  i7_2:
    pos: 2
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: true
    consume: true
    eos-error: true
  i7_5:
    pos: 5
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: true
    consume: true
    eos-error: true
  i7_7:
    pos: 7
    type: str
    encoding: ASCII
    terminator: 0x7c
    include: true
    consume: true
    eos-error: true
