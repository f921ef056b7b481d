meta:
  id: contents_seq_fail
  ks-debug: true
seq:
  - id: magic
    contents: [0x89, PNG]
  - contents: "\r\n"
  - id: sub
    type: sub
types:
  sub:
    seq:
      - id: x
        type: u1
      - id: mark
        contents: 'Q'
        repeat: expr
        repeat-expr: 2
