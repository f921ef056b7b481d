meta:
  id: inst_shared_cache
seq:
  - id: a
    type: u1
instances:
  p:
    pos: 1
    type: s
  p_again:
    value: p
  q:
    pos: 1
    type: s
  list:
    value: '[p, q]'
  first_is:
    value: list[0].v
  ll:
    pos: 0
    type: s
    repeat: eos
  ll2:
    value: ll
  nested:
    value: p.inn.v + p_again.inn.v
  sub_of:
    value: p.inn
types:
  s:
    seq:
      - id: v
        type: u1
    instances:
      inn:
        pos: 2
        type: t
      up:
        value: _parent
  t:
    seq:
      - id: v
        type: u1
    instances:
      root:
        value: _root
      gp:
        value: _parent._parent
