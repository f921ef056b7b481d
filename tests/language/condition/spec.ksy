meta:
  id: condition
  endian: le
seq:
  - {id: flags, type: u1}
  - {id: size, type: u4, if: (flags & 1) != 0}
  - {id: color, type: u2, if: (flags & 2) != 0 and flags < 0x80}
  - {id: name, size: 2, if: not (flags == 0)}
  - {id: extra, type: extra, if: (flags & 4) != 0}
  - {id: tags, type: u1, repeat: expr, repeat-expr: 2, if: (flags & 8) != 0}
  - {id: last, type: u1}
types:
  extra:
    seq:
      - {id: value, type: u1}
instances:
  wide: {value: size * 2, if: (flags & 1) != 0}
  missing: {value: 3, if: flags == 0}
