meta:
  id: expr_casts
  endian: le
  encoding: ASCII
seq:
  - id: kind
    type: u1
  - id: body
    type:
      switch-on: kind
      cases:
        1: one
        2: two
        3: u4
        _: strz
  - id: raw
    size: 2
  - id: obj
    type: one
types:
  one:
    seq:
      - id: v
        type: u1
      - id: inner
        type: two
  two:
    seq:
      - id: w
        type: u2
    instances:
      par:
        value: _parent
      root_kind:
        value: _root.kind
instances:
  c1:
    value: 'body.as<one>.v'
  c2:
    value: 'body.as<two>.w'
  c3:
    value: 'body.as<u4> + 1'
  c4:
    value: 'body.as<str>.length'
  c5:
    value: 'body.as<one>.inner.w'
  c6:
    value: 'kind.as<u8>'
  c7:
    value: 'kind.as<s1>'
  c8:
    value: 'kind.as<u1> + 256'
  c9:
    value: 'raw.as<bytes>.length'
  c10:
    value: 'obj.as<struct>'
  c11:
    value: 'obj.as<one>.inner.as<two>.w'
  c12:
    value: '(kind + 1).as<u2>'
  c13:
    value: 'raw.to_s("ASCII").as<str>'
  c14:
    value: 'body.as<one>._parent.as<expr_casts>.kind'
  c15:
    value: 'obj.inner._parent.as<one>.v'
  c17:
    value: 'kind.as<expr_casts::two>'
  c18:
    value: '1.as<f4>'
  c19:
    value: 'kind.as<b1>'
  c20:
    value: 'kind.as<bool>'
  c21:
    value: 'body.as<any>'
  c22:
    value: '_io.as<io>.size'
  c23:
    value: 'body.as<one[]>'
  c24:
    value: 'obj._io.as<io>.pos'
  c25:
    value: 'kind.as<f8> / 2'
  c26:
    value: '300.as<u1>'
  c27:
    value: 'obj.as<two>.w'
