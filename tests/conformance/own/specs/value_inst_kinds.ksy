meta:
  id: value_inst_kinds
seq:
  - id: n
    type: u1
  - id: sub
    type: sub
  - id: subs
    type: sub
    repeat: expr
    repeat-expr: 2
  - id: raw
    size: 2
types:
  sub:
    seq:
      - id: v
        type: u1
    instances:
      me_parent:
        value: _parent
      root_n:
        value: _root.n
      dbl:
        value: v * 2
      kind:
        value: v % 4
        enum: kind
enums:
  kind:
    0: zero
    1: one
    2: two
instances:
  the_sub:
    value: 'sub'
  the_subs:
    value: 'subs'
  the_raw:
    value: 'raw'
  the_io:
    value: '_io'
  the_root:
    value: '_root'
  first:
    value: 'subs[0]'
  last_dbl:
    value: 'subs.last.dbl'
  deep:
    value: 'subs[1].me_parent'
  sum:
    value: 'sub.v + subs[0].v + subs[1].v + n'
  enum_cmp:
    value: 'as_enum == kind::two'
  enum_sub:
    value: 'sub.kind'
  chain1:
    value: 'chain2 + 1'
  chain2:
    value: 'chain3 * 2'
  chain3:
    value: 'n - 1'
  zz_raw_sum:
    value: 'raw[0] + raw[1]'
  as_enum:
    value: n + 0
    enum: kind
  as_enum_neg:
    value: -1
    enum: kind
  cond:
    value: subs
    if: n > 1
  cond_no:
    value: subs
    if: n > 100
  parsed:
    pos: 0
    type: sub
  same:
    value: parsed
