# error[Q401] 10:41 /seq/0/-usual/1: `-usual` must be an integer, found a string
# error[Q302] 10:49 /seq/0/-usual/2: type `usual_values` has no `nothing`
#   help: expected one of `kind`, `list`, `number`, `one`, `part`
# error[Q401] 11:33 /seq/1/-usual: `-usual` must be a list of an integer or bytes, found an integer
# error[Q401] 12:56 /seq/2/-usual/1: `-usual` must be enum `kind`, found an integer
# error[Q206] 13:36 /seq/3/-usual: `-usual` needs a number, bytes or text
# error[Q401] 14:34 /seq/4/-usual: `-usual` must be a list of bytes, found a string
meta: {id: usual_values, endian: le}
seq:
  - {id: number, type: u1, -usual: [1, '"two"', nothing]}
  - {id: one, type: u1, -usual: 3}
  - {id: kind, type: u1, enum: kind, -usual: [kind::a, 2]}
  - {id: part, type: part, -usual: [1]}
  - {id: list, size: 2, -usual: '"ab"'}
types: {part: {seq: [{id: a, type: u1}]}}
enums: {kind: {1: a}}
