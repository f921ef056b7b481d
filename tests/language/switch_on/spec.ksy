meta:
  id: switch_on
  endian: le
seq:
  - {id: kind, type: u1}
  - id: with_default
    type:
      switch-on: kind
      cases:
        1: small
        2: large
        _: other
  - id: without_default
    type:
      switch-on: kind
      cases:
        7: large
        2: u1
  - id: nothing
    type:
      switch-on: kind
      cases:
        9: small
  - {id: len_body, type: u1}
  - id: sized
    size: len_body
    type:
      switch-on: kind
      cases:
        2: small
  - id: sized_other
    size: 2
    type:
      switch-on: kind
      cases:
        1: small
  - {id: word, type: str, size: 2, encoding: ASCII}
  - id: by_text
    type:
      switch-on: word
      cases:
        '"lo"': small
        '"hi"': large
  - {id: shape, type: u1, enum: shape}
  - id: by_enum
    type:
      switch-on: shape
      cases:
        'shape::dot': small
        'shape::line': large
  - id: in_turn
    repeat: expr
    repeat-expr: 2
    type:
      switch-on: _index
      cases:
        0: small
        1: large
types:
  small:
    seq:
      - {id: a, type: u1}
  large:
    seq:
      - {id: a, type: u1}
      - {id: b, type: u2}
  other:
    seq:
      - {id: c, type: u4}
enums:
  shape: {0: dot, 1: line}
