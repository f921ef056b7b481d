# warning[Q208] 20:10 /seq/0/id: `n` is the number of elements of `counted`; the style guide says `num_counted`
# error[Q508] 21:69 /seq/1/-sync: `-sync` needs `repeat: eos` or `repeat: until`
#   help: with a count, nobody can know how many elements were lost
# error[Q508] 22:35 /seq/2/-sync: `-sync` needs `repeat: eos` or `repeat: until`
#   help: with a count, nobody can know how many elements were lost
# error[Q508] 23:49 /seq/3/-sync: `-sync` needs elements that are records
#   help: give them a type of their own
# error[Q508] 24:50 /seq/4/-sync: `-sync` needs elements that begin with `contents`, which it can search for
#   help: write `-sync: {at: [bytes]}`
# error[Q505] 25:51 /seq/5/-array: not a table: it has `-sync`
# error[Q901] 25:51 /seq/5/-array: a table without `repeat-expr` is understood, but not compiled yet
# error[Q508] 25:62 /seq/5/-sync: a table cannot have `-sync`: it is read as a whole
#   help: remove one of the two
# error[Q508] 26:50 /seq/6/-sync: `-sync` needs elements that begin with `contents`, which it can search for
#   help: write `-sync: {at: [bytes]}`
# error[Q104] 26:55 /seq/6/-sync/at: expected a text, or a list of bytes and texts, found `700`
# error[Q206] 29:52 /instances/there/-sync: `-sync` is allowed only on fields of `seq`
meta: {id: sync, endian: le}
seq:
  - {id: n, type: u1}
  - {id: counted, type: named, repeat: expr, repeat-expr: n, -sync: {}}
  - {id: one, type: named, -sync: {}}
  - {id: numbers, type: u1, repeat: eos, -sync: {at: [0]}}
  - {id: plain, type: plain, repeat: eos, -sync: {}}
  - {id: table, type: plain, repeat: eos, -array: {}, -sync: {at: A}}
  - {id: wrong, type: named, repeat: eos, -sync: {at: 700}}
  - {id: right, type: outer, repeat: eos, -sync: {}}
instances:
  there: {pos: 0, type: named, repeat: eos, -sync: {}}
types:
  named: {seq: [{id: magic, contents: AB}]}
  outer: {seq: [{id: inner, type: named}]}
  plain: {seq: [{id: a, type: u1}]}
