# error[Q207] 9:3 /enums/kind: class `Kind` would stand twice in `same`
#   help: the first is `kind`, at class_of_a_type_and_an_enum.ksy:6:3
meta:
  id: same
types:
  kind:
    seq: [{id: a, type: u1}]
enums:
  kind: {1: one}
