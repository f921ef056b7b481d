meta:
  id: default
  endian: le
  encoding: ASCII
seq:
  - {id: version, type: u2, -default: 3}
  - {id: name, type: str, size: 4, -default: '"none"'}
  - {id: base, type: u1}
  - {id: twice, type: u1, -derive: base * 2}
  - {id: kind, type: u1, enum: kind, -default: "kind::usual"}
  - {id: inner, type: inner}
types:
  inner:
    seq:
      - {id: scale, type: f4, -default: 0.5}
enums:
  kind: {0: rare, 1: usual}
instances:
  built: {value: _io.size, -default: 0}
