meta:
  id: parts_in_parts
  endian: le
seq:
  - {id: part, type: part}
instances:
  parts: {io: part.slot._io, pos: 0, type: inner, repeat: eos}
types:
  slot: {}
  part:
    seq:
      - {id: len, type: u1}
      - {id: slot, type: slot, size: len}
  inner:
    seq:
      - {id: part, type: part}
    instances:
      text: {io: part.slot._io, pos: 0, type: text}
  text:
    seq:
      - {id: value, type: u1}
