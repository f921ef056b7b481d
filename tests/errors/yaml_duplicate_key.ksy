# error[Q103] 7:3 /meta/id: key `id` stands twice
#   help: the first is at yaml_duplicate_key.ksy:6:3
# error[Q103] 11:5 /seq/0/type: key `type` stands twice
#   help: the first is at yaml_duplicate_key.ksy:10:5
meta:
  id: broken
  id: again
seq:
  - id: a
    type: u1
    type: u2
