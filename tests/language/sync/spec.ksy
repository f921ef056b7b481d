meta:
  id: sync
  endian: le
seq:
  - {id: len_body, type: u1}
  - {id: body, type: body, size: len_body}
  - {id: ends, type: end, repeat: until, repeat-until: _.is_last == 1, -sync: {at: [0xee, 0xdd]}}
types:
  body:
    seq:
      - {id: marks, type: mark, repeat: eos, -sync: {}, -limit: 10}
  mark:
    seq:
      - {id: head, type: head}
      - {id: value, type: u2, valid: {max: 1000}}
  head:
    seq:
      - {id: magic, contents: MK}
      - {id: number, type: u1}
  end:
    seq:
      - {id: magic, type: u2}
      - {id: is_last, type: u1, valid: {max: 1}}
