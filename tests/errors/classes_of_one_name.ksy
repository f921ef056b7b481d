# error[Q207] 8:3 /types/part1: class `Part1` would stand twice in `same`
#   help: the first is `part_1`, at classes_of_one_name.ksy:6:3
meta:
  id: same
types:
  part_1:
    seq: [{id: a, type: u1}]
  part1:
    seq: [{id: a, type: u1}]
