# error[Q206] 12:36 /seq/0/-valid: `-valid` is allowed only on instances with `value`
#   help: `valid` is for what is read
# error[Q206] 14:36 /instances/read/-valid: `-valid` is allowed only on instances with `value`
#   help: `valid` is for what is read
# error[Q401] 15:34 /instances/text/-valid: a value of an integer cannot be compared with a string
# error[Q206] 16:49 /instances/two/-valid/any-of: `valid` has exactly one rule
#   help: `min` and `max` may stand together
# error[Q206] 17:34 /instances/usual/-usual: `-usual` is not allowed on an instance with `value`, which is computed
# error[Q206] 18:36 /instances/limited/-limit: `-limit` is not allowed on an instance with `value`, which is computed
meta: {id: rules_of_what_is_computed, endian: le}
seq:
  - {id: number, type: u1, -valid: 1}
instances:
  read: {pos: 0, type: u1, -valid: 1}
  text: {value: number, -valid: '"1"'}
  two: {value: number, -valid: {min: 1, any-of: [2]}}
  usual: {value: number, -usual: [1]}
  limited: {value: number, -limit: 1}
