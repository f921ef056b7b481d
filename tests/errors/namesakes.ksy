# error[Q306] 5:12 /meta/id: the module `namesakes` would be made from this spec and from `parts/namesakes.ksy`
#   help: give each a `meta/id` of its own, or compile them one by one
# error[Q306] 5:12 /meta/id: the module `namesakes` would be made from this spec and from `namesakes.ksy`
#   help: give each a `meta/id` of its own, or compile them one by one
meta: {id: namesakes, imports: [parts/namesakes]}
seq:
  - {id: a, type: u1}
