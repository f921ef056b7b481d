# error[Q205] 14:10 /seq/0/id: `a` is declared twice
#   help: the first is at declared_twice.ksy:12:5
# error[Q205] 17:6 /instances/b: `b` is declared twice
#   help: the first is at declared_twice.ksy:15:5
# error[Q205] 21:5 /enums/kind/2: `one` (2) stands twice in enum `kind`
#   help: the first is at declared_twice.ksy:20:5
# error[Q205] 22:5 /enums/kind/0x1: `uno` (1) stands twice in enum `kind`
#   help: the first is at declared_twice.ksy:20:5
meta:
  id: twice
params:
  - {id: a, type: u1}
seq:
  - {id: a, type: u1}
  - {id: b, type: u1}
instances:
  b: {value: 1}
enums:
  kind:
    1: one
    2: one
    0x1: uno
