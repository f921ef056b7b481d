# error[Q401] 13:36 /instances/of_fractions/-value: `distinct` needs a list of integers, texts or bytes, found a list of a float
# error[Q401] 14:34 /instances/of_records/-value: `distinct` needs a list of integers, texts or bytes, found a list of type `distinct_elements::part`
# error[Q302] 15:18 /instances/plain/value: `distinct` is quire's own
#   help: use it in keys that begin with `-`
meta: {id: distinct_elements}
seq:
  - {id: halves, type: f4le, repeat: expr, repeat-expr: 2}
  - {id: parts, type: part, repeat: expr, repeat-expr: 2}
  - {id: names, type: u1, repeat: expr, repeat-expr: 2}
types:
  part: {seq: [{id: data, size: 2}]}
instances:
  of_fractions: {value: 0, -value: halves.distinct.size}
  of_records: {value: 0, -value: parts.distinct.size}
  plain: {value: names.distinct.size}
  told: {value: 0, -value: names.distinct.size + parts.map(_.data).distinct.size}
