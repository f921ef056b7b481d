meta:
  id: texts_of_values
  encoding: UTF-8
  endian: le
seq:
  - {id: len_json, type: u1}
  - {id: json, size: len_json, process: 'json(4, 1, "b a", "raw")', type: pair}
  - {id: len_literal, type: u1}
  - {id: literal, size: len_literal, process: literal, type: numbers}
  - {id: bare, size-eos: true, process: json}
types:
  pair:
    seq:
      - contents: [8, 3, 0, 0, 0, 1, 0, 0, 0, b, 3]
      - {id: b, type: s8}
      - contents: [1, 0, 0, 0, a, 5]
      - {id: len_a, type: u4}
      - {id: a, type: str, size: len_a}
      - contents: [3, 0, 0, 0, raw, 5]
      - {id: len_raw, type: u4}
      - {id: raw, type: str, size: len_raw}
  numbers:
    seq:
      - contents: [6]
      - {id: num_numbers, type: u4}
      - {id: numbers, type: s8, repeat: expr, repeat-expr: num_numbers}
