meta:
  id: fill
  endian: le
  encoding: ASCII
seq:
  - {id: size, type: u1}
  - {id: gap, size: size, -fill: 0}
  - {id: padding, size: (4 - _io.pos) % 4, -fill: 0xff}
  - {id: text, type: str, size: 4, -fill: 0x20}
  - {id: last, type: u1}
