# error[Q401] 7:65 /seq/0/-default: the condition of `where` must be a boolean, found an integer
# error[Q302] 9:18 /instances/plain/value: a list of an integer has no method `where`
# error[Q302] 10:41 /instances/none/-value: an integer has no `kind`
#   help: expected one of `to_s`
meta: {id: elements_where, endian: le}
seq:
  - {id: counts, type: u1, repeat: eos, -default: 'counts.where(_ + 1)'}
instances:
  plain: {value: counts.where(_ > 1).size}
  none: {value: 0, -value: counts.where(_.kind == 1).size}
