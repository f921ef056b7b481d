meta:
  id: keywords
  endian: le
seq:
  - {id: class, type: u1}
  - {id: from, type: u1, enum: is}
  - {id: not, size: class}
  - {id: import, type: lambda(class), repeat: expr, repeat-expr: 2}
  - {id: if, type: u2, if: class == 1}
  - {id: in, type: u1, valid: {max: 9}}
  - {id: def, type: u1, -default: 3}
types:
  lambda:
    params:
      - {id: with, type: u1}
    seq:
      - {id: try, type: u1}
    instances:
      pass: {value: try + with}
enums:
  is: {1: async, 2: yield}
instances:
  while: {value: class + in}
  or: {value: "from == is::async"}
