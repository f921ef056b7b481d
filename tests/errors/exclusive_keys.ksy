# error[Q206] 13:32 /seq/0/size-eos: `size` and `size-eos` exclude each other
# error[Q206] 14:36 /seq/1/valid: `contents` and `valid` exclude each other
# error[Q206] 15:34 /seq/2/type: `contents` and `type` exclude each other
# error[Q206] 16:36 /seq/3/repeat-expr: `repeat-expr` needs `repeat: expr`
# error[Q206] 17:50 /seq/4/repeat-until: `repeat-until` needs `repeat: until`
# error[Q206] 18:30 /seq/5/valid: `valid` has exactly one rule
#   help: `min` and `max` may stand together
# error[Q206] 19:30 /seq/6/valid: `valid` has exactly one rule
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
