# error[Q205] 9:10 /seq/1/id: `from_` is called like another member, in Python
#   help: the first is `from`, at python_names.ksy:8:10
# error[Q205] 13:5 /enums/kind/2: `class_` is called like another label of `kind`, in Python
#   help: the first is `class`, at python_names.ksy:12:5
meta:
  id: python_names
seq:
  - {id: from, type: u1}
  - {id: from_, type: u1}
enums:
  kind:
    1: class
    2: class_
