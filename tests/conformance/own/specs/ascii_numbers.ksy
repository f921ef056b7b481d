meta:
  id: ascii_numbers
  encoding: ASCII
seq:
  - id: len_oct
    type: str
    size: 4
    pad-right: 0x20
  - id: body
    size: len_oct.to_i(8)
  - id: num_hex
    type: strz
  - id: recs
    type: rec
    repeat: expr
    repeat-expr: num_hex.to_i(16)
  - id: dec
    type: str
    terminator: 0x3a
  - id: netstr
    type: str
    size: dec.to_i
    if: dec.length > 0 and dec.to_i < 50
  - id: fl
    type: f4be
  - id: by_float
    size: fl.to_i + (fl * 2).to_i
  - id: half
    type: u1
    repeat: expr
    repeat-expr: (fl / 2 + 1.5).to_i
types:
  rec:
    seq:
      - id: d
        type: str
        size: 1
    instances:
      v:
        value: d.to_i(36)
      bin:
        value: d.to_i(2)
instances:
  total:
    value: 'recs[0].v + recs.last.v'
  sum_s:
    value: '(recs[0].v * 100).to_s + dec'
