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
  - id: to_zero
    repeat: until
    repeat-until: _.as<small>.a == 0
    type:
      switch-on: _index
      cases:
        0: small
        1: large
  - {id: pairs, type: pair, repeat: until, repeat-until: _.second.as<small>.a == 0}
instances:
  of_default: {value: with_default.as<large>.b}
  of_last: {value: in_turn.last.as<large>.b}
  of_one: {value: "(kind == 2 ? with_default : by_text).as<large>.b"}
  whole: {value: with_default}
  seconds: {value: "pairs[0].second.as<small>.a", -value: "pairs.map(_.second.as<small>.a).sum"}
types:
  pair:
    seq:
      - {id: first, type: u1}
      - id: second
        type:
          switch-on: first
          cases:
            1: small
            2: large
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
