meta:
  id: table
  endian: le
  encoding: UTF-8
seq:
  - {id: num_words, type: u2}
  - id: words
    type: word
    repeat: expr
    repeat-expr: num_words
    -array: {}
  - {id: width, type: u1}
  - {id: num_vectors, type: u1}
  - id: vectors
    type: vector(width)
    repeat: expr
    repeat-expr: num_vectors
    -array: {}
    -limit: 100
  - {id: num_points, type: u1}
  - id: points
    type: point
    repeat: expr
    repeat-expr: num_points
    if: width > 0
    -array: {}
  - id: none
    type: point
    repeat: expr
    repeat-expr: 0
    -array: {}
types:
  word:
    doc: Two parts, each behind its length.
    seq:
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text}
      - {id: kind, type: u1, enum: kind}
      - {id: len_data, type: u2be}
      - {id: data, size: len_data}
  vector:
    doc: A part up to a byte, then an array that is as long as its holder says.
    params:
      - {id: width, type: u1}
    seq:
      - {id: name, type: strz}
      - {id: values, size: width * 2, -array: {dtype: s2, shape: [width]}}
      - {id: from, terminator: 0x3b}
  point:
    doc: Always as many bytes.
    seq:
      - {id: x, type: s2}
      - {id: y, type: f4be}
      - {id: mark, size: 2}
      - {id: unit, type: str, size: 1}
enums:
  kind:
    1: noun
    2: verb
