meta:
  id: size_eos
seq:
  - {id: len_head, type: u1}
  - {id: head, size: len_head}
  - {id: window, size: 3, type: tail}
  - {id: rest, size-eos: true}
types:
  tail:
    seq:
      - {id: first, type: u1}
      - {id: others, size-eos: true}
