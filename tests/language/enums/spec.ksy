meta:
  id: enums
  endian: le
seq:
  - {id: known, type: u1, enum: animal}
  - {id: unknown, type: u1, enum: animal}
  - {id: wide, type: u8, enum: "zoo::size"}
  - {id: negative, type: s2, enum: level}
  - {id: listed, type: u1, enum: animal, repeat: expr, repeat-expr: 2}
  - {id: zoo, type: zoo}
types:
  zoo:
    seq:
      - {id: own, type: u1, enum: size}
      - {id: outer, type: u1, enum: animal}
    enums:
      size:
        0x0: {id: small, doc: Fits a pocket.}
        0xffffffffffffffff: huge
    instances:
      is_small: {value: own == size::small}
enums:
  animal:
    4: {id: dog, doc: Says woof.}
    7: cat
    0: none
  level: {-2: low, 2: high}
instances:
  is_cat: {value: known == animal::cat}
  number: {value: known.to_i + unknown.to_i}
  constant: {value: animal::dog}
  from_number: {value: 3 + 1, enum: animal}
  no_number: {value: known.to_i + 100, enum: animal}
