meta:
  id: imp_params
  imports:
    - imp_params_lib
seq:
  - id: m
    type: u1
    enum: imp_params_lib::mode
  - id: its
    type: imp_params_lib::item
    repeat: expr
    repeat-expr: 2
  - id: lib
    type: imp_params_lib(m, _root, its[1], its)
  - id: lib_off
    type: imp_params_lib(imp_params_lib::mode::off, lib, lib.item, lib.items)
  - id: sub
    type: imp_params_lib::sub(lib.total, _io)
  - id: sub_sized
    type: imp_params_lib::sub(1, lib._io)
    size: 2
    repeat: eos
types:
  holder:
    params:
      - id: x
        type: imp_params_lib
      - id: xs
        type: imp_params_lib::item[]
    instances:
      t:
        value: x.total + xs.last.len
instances:
  h:
    pos: 0
    type: holder(lib, its)
