meta:
  id: contents_forms
seq:
  - id: s
    contents: "héllo"
  - id: esc
    contents: "a\n\0\x7f"
  - id: lst
    contents: [1, 0x02, 'c', "de", 255]
  - id: dec
    contents: ["65", "0x42", 'C']
  - id: neg
    contents: [-1, -128, 127]
  - id: one
    contents: [0]
  - id: rep
    contents: 'ab'
    repeat: expr
    repeat-expr: 3
  - contents: [0xde, 0xad]
  - id: xored
    contents: 'KEY'
    process: xor(0x20)
  - id: rolled
    contents: [0x01, 0x80]
    process: rol(1)
  - id: cond
    contents: 'nope'
    if: lst[0] == 2
  - id: sized
    contents: [1, 2]
    doc: here
  - id: bare_int_str
    contents: ['7', 'x']
instances:
  len:
    value: 's.length'
  is_eq:
    value: 'dec == [0x41, 0x42, 0x43]'
  to_s:
    value: 's.to_s("UTF-8")'
  rep1:
    value: 'rep[1][1]'
