# warning[Q307] 15:23 /seq/0/size: the size of `early` is computed from `len_early`, which stands later: it is not read yet
# warning[Q307] 17:27 /seq/2/if: `if` of `z` is computed from itself: it is not read yet
# warning[Q307] 18:36 /seq/3/type/switch-on: the type of `chosen` is computed from `tag`, which stands later: it is not read yet
# warning[Q307] 20:53 /seq/5/repeat-expr: the number of elements of `many` is computed from `late`, which stands later: it is not read yet
# warning[Q307] 23:21 /seq/8/size: the size of `far` is computed from `sure`, which stands later: it is not read yet
# warning[Q408] 25:26 /seq/10/size: a size of -1: it cannot be less than 0
# warning[Q408] 26:54 /seq/11/repeat-expr: a count of -1: it cannot be less than 0
# error[Q408] 27:34 /seq/12/valid: `u1` is never 300: it is from 0 to 255
# error[Q408] 28:40 /seq/13/valid/max: `s1` is never -129: it is from -128 to 127
# warning[Q408] 29:46 /seq/14/valid/any-of/1: `b3` is never 8: it is from 0 to 7
# error[Q408] 30:46 /seq/15/valid/any-of/0: `b3` is never 8: it is from 0 to 7
# warning[Q408] 33:18 /instances/nowhere/pos: a position of -4: it cannot be less than 0
meta: {id: never, endian: le, encoding: ASCII}
seq:
  - {id: early, size: len_early}
  - {id: len_early, type: u1}
  - {id: z, type: u1, if: z == 1}
  - {id: chosen, type: {switch-on: tag, cases: {1: u1}}}
  - {id: tag, type: u1, if: len_early > 3 and late == 1}
  - {id: many, type: u1, repeat: expr, repeat-expr: late + 1}
  - {id: late, type: u1}
  - {id: growing, size: "_index == 0 ? 1 : growing[_index - 1].length", repeat: expr, repeat-expr: 2}
  - {id: far, size: sure.length}
  - {id: sure, size: 3}
  - {id: negative, size: -1}
  - {id: fewer, type: u1, repeat: expr, repeat-expr: 1 - 2}
  - {id: above, type: u1, valid: 300}
  - {id: below, type: s1, valid: {max: -129}}
  - {id: bits, type: b3, valid: {any-of: [7, 8]}}
  - {id: no_bits, type: b3, valid: {any-of: [8]}}
  - {id: fine, type: s1, valid: {min: -128, max: 1000}}
instances:
  nowhere: {pos: -4, type: u1}
