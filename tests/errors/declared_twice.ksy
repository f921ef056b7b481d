# error[Q205] 12:5 /seq/0: `a` is declared twice
#   help: the first is at declared_twice.ksy:10:5
# error[Q205] 15:6 /instances/b: `b` is declared twice
#   help: the first is at declared_twice.ksy:13:5
# error[Q205] 19:5 /enums/kind/2: `one` (2) stands twice in enum `kind`
# error[Q205] 20:5 /enums/kind/0x1: `uno` (1) stands twice in enum `kind`
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
