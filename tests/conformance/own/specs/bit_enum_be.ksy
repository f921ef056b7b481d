meta:
  id: bit_enum_be
  bit-endian: be
seq:
  - id: flag
    type: b1
    enum: onoff
  - id: kind
    type: b3
    enum: kind
  - id: unknown
    type: b4
    enum: kind
  - id: flags
    type: b1
    enum: onoff
    repeat: expr
    repeat-expr: 3
  - id: plain
    type: b1
    repeat: expr
    repeat-expr: 5
  - id: kinds
    type: b2
    enum: kind
    repeat: until
    repeat-until: _ == kind::two
  - id: body
    type:
      switch-on: kind
      cases:
        'kind::one': b4
        'kind::two': b6
        'kind::five': b9
        _: u1
  - id: rest
    type: rest
    size: 5
types:
  rest:
    seq:
      - id: rest
        type: b5
        enum: kind
        repeat: eos
enums:
  onoff:
    0: 'off'
    1: 'on'
  kind:
    0: zero
    1: one
    2: two
    5: five
instances:
  flag_i:
    value: 'flag.to_i'
  flag_is:
    value: 'flag == onoff::on'
  kind_i:
    value: 'kind.to_i'
  unk_i:
    value: 'unknown.to_i'
  unk_eq:
    value: 'unknown == kind::zero'
  plain_0:
    value: 'plain[0]'
  plain_cnt:
    value: '(plain[0] ? 1 : 0) + plain[1].to_i'
  not_plain:
    value: 'not plain[2]'
  and_plain:
    value: 'plain[0] and plain[4] or not plain[1]'
  conv:
    value: 'kind.to_i + 1'
