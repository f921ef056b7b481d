meta:
  id: contents
seq:
  - id: text
    contents: "QU'\"\\"
  - id: numbers
    contents: [0x89, 13, -1, 0]
  - id: mixed
    contents: [q, 0x20, ire]
  - contents: [0]
  - {id: last, type: u1}
