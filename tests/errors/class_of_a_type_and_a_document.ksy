# error[Q207] 10:16 /seq/0/-document: class `Header` would stand twice in `same`
#   help: the first is `header`, at class_of_a_type_and_a_document.ksy:12:3
meta:
  id: same
  encoding: ASCII
seq:
  - id: header
    type: str
    size: 2
    -document: {format: json, fields: {x: int}}
types:
  header:
    seq: [{id: a, type: u1}]
