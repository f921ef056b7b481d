meta:
  id: integers
  endian: be
seq:
  - {id: a, type: u1}
  - {id: b, type: s1}
  - {id: c, type: u2}
  - {id: d, type: s2}
  - {id: e, type: u4}
  - {id: f, type: s4}
  - {id: g, type: u8}
  - {id: h, type: s8}
  - {id: i, type: u2le}
  - {id: j, type: s2le}
  - {id: k, type: u4le}
  - {id: low, type: s4le}
  - {id: m, type: u8le}
  - {id: n, type: s8le}
  - {id: o, type: u2be}
  - {id: p, type: little}
types:
  little:
    meta:
      endian: le
    seq:
      - {id: q, type: u4}
      - {id: r, type: s2be}
