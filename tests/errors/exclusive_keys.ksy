# error[Q206] 15:5 /seq/0: `size` and `size-eos` exclude each other
# error[Q206] 16:5 /seq/1: `contents` and `valid` exclude each other
# error[Q206] 17:5 /seq/2: `contents` and `type` exclude each other
# error[Q201] 17:13 /seq/2/contents: unknown key `contents` in a field
#   help: expected one of `consume`, `doc`, `doc-ref`, `enum`, `eos-error`, `id`, `if`, `include`, `repeat`, `repeat-expr`, `repeat-until`, `terminator`, `type`, `valid`
# error[Q206] 18:36 /seq/3/repeat-expr: `repeat-expr` needs `repeat: expr`
# error[Q206] 19:50 /seq/4/repeat-until: `repeat-until` needs `repeat: until`
# error[Q206] 20:43 /seq/5/valid/min: `valid` has exactly one rule
#   help: `min` and `max` may stand together
# error[Q206] 21:30 /seq/6/valid: `valid` has exactly one rule
#   help: `min` and `max` may stand together
meta:
  id: exclusive
seq:
  - {id: a, size: 1, size-eos: true}
  - {id: b, contents: [1], valid: "[1]"}
  - {id: c, contents: [1], type: u1}
  - {id: d, type: u1, repeat-expr: 2}
  - {id: e, type: u1, repeat: eos, repeat-until: _ == 1}
  - {id: f, type: u1, valid: {eq: 1, min: 0}}
  - {id: g, type: u1, valid: {}}
