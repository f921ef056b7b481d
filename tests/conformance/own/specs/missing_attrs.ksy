meta:
  id: missing_attrs
seq:
  - id: has
    type: u1
  - id: opt
    type: u1
    if: has == 1
  - id: opt_sub
    type: sub
    if: has == 1
  - id: opt_arr
    type: u1
    if: has == 1
    repeat: expr
    repeat-expr: 2
  - id: sw
    type:
      switch-on: has
      cases:
        1: u1
        5: sub
  - id: dep
    type: u1
    if: has != 1 and has != 9
types:
  sub:
    seq:
      - id: v
        type: u1
    instances:
      from_parent:
        value: _parent.as<missing_attrs>.dep
      opt_of_parent:
        value: _parent.as<missing_attrs>.opt
instances:
  use_opt:
    value: 'opt + 1'
  alias_opt:
    value: 'opt'
  use_sub:
    value: 'opt_sub.v'
  use_arr:
    value: 'opt_arr[0]'
  use_arr_size:
    value: 'opt_arr.size'
  use_dep:
    value: 'dep'
  use_sw:
    value: 'sw'
  use_inst:
    value: 'inst_cond + 1'
  alias_inst:
    value: 'inst_cond'
  use_val:
    value: 'val_cond + 1'
  alias_val:
    value: 'val_cond'
  use_arrc:
    value: 'arr_cond.size'
  tern:
    value: 'has == 1 ? opt : 0'
  guard:
    value: 'has == 1 and opt > 0'
  str_opt:
    value: 'opt.to_s'
  div:
    value: '10 / (has - 1)'
  inst_cond:
    pos: 0
    type: u1
    if: has == 1
  val_cond:
    value: has * 2
    if: has == 1
  arr_cond:
    pos: 0
    type: u1
    repeat: eos
    if: has == 2
  bad_pos:
    pos: opt
    type: u1
  bad_size:
    pos: 0
    size: dep
