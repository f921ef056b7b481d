meta:
  id: expr_enums
seq:
  - id: a
    type: u1
    enum: animal
  - id: b
    type: s2le
    enum: animal
  - id: c
    type: u1
    enum: sub::inner
  - id: d
    type: u1
    enum: animal
    repeat: expr
    repeat-expr: 3
  - id: sub
    type: sub
types:
  sub:
    seq:
      - id: x
        type: u1
        enum: inner
      - id: y
        type: u1
        enum: animal
    enums:
      inner:
        0: 'no'
        1: 'yes'
    instances:
      z:
        value: 2
        enum: animal
      zz:
        value: 'y == animal::dog ? inner::yes : inner::no'
enums:
  animal:
    -2: minus
    1: cat
    2: dog
    4:
      id: bird
      doc: flies
    0x10000: whale
instances:
  e1:
    value: 'a == animal::cat'
  e2:
    value: 'b == animal::minus'
  e3:
    value: 'a != b'
  e4:
    value: 'a.to_i + b.to_i'
  e5:
    value: 'animal::whale.to_i'
  e6:
    value: 'animal::bird'
  e7:
    value: 'c == sub::inner::yes'
  e8:
    value: 'sub.x == sub::inner::no'
  e9:
    value: 'sub.zz'
  e10:
    value: 'd[1] == animal::dog'
  e11:
    value: 'd.first'
  e12:
    value: 'd[2].to_i'
  e13:
    value: 'a == animal::cat ? animal::dog : animal::cat'
  e14:
    value: 'animal::cat == animal::cat'
  e15:
    value: '(a == animal::cat ? 1 : 2) * 10'
  e16:
    value: 'a.to_i.to_s'
  e17:
    value: '[animal::cat, a]'
  e19:
    value: '::expr_enums::animal::dog'
  e20:
    value: 'expr_enums::animal::dog'
  e21:
    value: 'sub.z'
  e22:
    value: 'animal::minus.to_i'
  e23:
    value: 'a.to_i == animal::cat.to_i'
  e24:
    value: 'f"{a.to_i}"'
  e25:
    value: 'c.to_i << 3 | 1'
  e26:
    value: 'd.size'
  e27:
    value: 'animal::whale.to_i * 2 / 3'
  e28:
    value: 'sub.y.to_i'
  e29:
    value: 'a.to_i.as<u1>'
