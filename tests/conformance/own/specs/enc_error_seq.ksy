meta:
  id: enc_error_seq
  encoding: UTF-8
  ks-debug: true
seq:
  - id: a
    type: u1
  - id: b
    type: str
    size: 3
