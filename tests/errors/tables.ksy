# error[Q505] 36:68 /seq/1/-array: the columns of a table have the types of its records: leave this empty
#   help: write `-array: {}`
# error[Q505] 37:75 /seq/2/-array: not a table: its elements are no records of a type of this spec
# error[Q505] 44:13 /seq/3/-array: not a table: its elements are no records of a type of this spec
# error[Q505] 45:98 /seq/4/-array: not a table: it has `size`
# error[Q505] 45:98 /seq/4/-array: not a table: it has `valid`
# error[Q505] 46:78 /seq/5/-array: not a table: an argument of its type differs from record to record
# error[Q505] 47:70 /seq/6/-array: not a table: the byte order of its records is chosen
# error[Q505] 48:74 /seq/7/-array: not a table: `computed` is more than its fields
# error[Q505] 49:68 /seq/8/-array: not a table: `shown` is more than its fields
# error[Q505] 50:66 /seq/9/-array: not a table: `none` has no fields
# error[Q505] 51:68 /seq/10/-array: not a table: one of its fields has no name
# error[Q505] 51:68 /seq/10/-array: not a table: the size of `b` is not an unsigned number of its own before it, nor the same in all records
# error[Q505] 51:68 /seq/10/-array: not a table: the size of `d` is not an unsigned number of its own before it, nor the same in all records
# error[Q505] 51:68 /seq/10/-array: not a table: the size of `e` is not an unsigned number of its own before it, nor the same in all records
# error[Q505] 51:68 /seq/10/-array: not a table: `f` has a size and a terminator
# error[Q505] 51:68 /seq/10/-array: not a table: `g` has a size and a terminator
# error[Q505] 51:68 /seq/10/-array: not a table: `h` is text in another encoding than UTF-8
# error[Q505] 51:68 /seq/10/-array: not a table: `i` is neither a number of whole bytes nor bytes nor text
# error[Q505] 51:68 /seq/10/-array: not a table: `k` has `if`
# error[Q505] 51:68 /seq/10/-array: not a table: the `valid` of `k` has `expr`
# error[Q505] 51:68 /seq/10/-array: not a table: the size of `l` is not the same in all records
# error[Q505] 51:68 /seq/10/-array: not a table: the shape of `l` is not the same in all records
# error[Q505] 51:68 /seq/10/-array: not a table: the order of `m` is not `C`
# error[Q505] 51:68 /seq/10/-array: not a table: the size of `n` is not an unsigned number of its own before it, nor the same in all records
# error[Q505] 51:68 /seq/10/-array: not a table: `o` has `size-eos`
# error[Q505] 51:68 /seq/10/-array: not a table: the size of `p` is not an unsigned number of its own before it, nor the same in all records
# warning[Q208] 67:14 /types/wrong/seq/3/id: `len_c` is the byte size of `p`; the style guide says `len_p`
#   help: several fields use it: a name for all of them is fine, too
meta:
  id: tables
  endian: le
  encoding: UTF-8
seq:
  - {id: flag, type: u1}
  - {id: typed, type: plain, repeat: expr, repeat-expr: 2, -array: {dtype: u1, shape: [2]}}
  - {id: texts, type: str, size: 2, repeat: expr, repeat-expr: 2, -array: {}}
  - id: chosen
    type:
      switch-on: flag
      cases: {1: plain, _: ended}
    repeat: expr
    repeat-expr: 2
    -array: {}
  - {id: ruled, type: plain, size: 9, repeat: expr, repeat-expr: 2, valid: {expr: true}, -array: {}}
  - {id: numbered, type: told(_index), repeat: expr, repeat-expr: 2, -array: {}}
  - {id: either, type: either, repeat: expr, repeat-expr: 2, -array: {}}
  - {id: computed, type: computed, repeat: expr, repeat-expr: 2, -array: {}}
  - {id: shown, type: shown, repeat: expr, repeat-expr: 2, -array: {}}
  - {id: none, type: none, repeat: expr, repeat-expr: 2, -array: {}}
  - {id: wrong, type: wrong, repeat: expr, repeat-expr: 2, -array: {}}
types:
  plain: {seq: [{id: a, type: u1}]}
  ended: {seq: [{id: a, terminator: 0}]}
  told: {params: [{id: len_a, type: u4}], seq: [{id: a, size: len_a}]}
  either:
    meta: {endian: {switch-on: _root.flag, cases: {1: le, _: be}}}
    seq: [{id: a, type: u2}]
  computed: {seq: [{id: a, type: u1}], instances: {b: {value: a + 1}}}
  shown: {seq: [{id: a, type: u1}], to-string: a.to_s}
  none: {}
  wrong:
    seq:
      - {type: u1}
      - {id: len_b, type: s1}
      - {id: b, size: len_b}
      - {id: len_c, type: u1}
      - {id: c, size: len_c}
      - {id: d, size: 'b.size > 1 ? 2 : 3'}
      - {id: e, size: len_c + 1}
      - {id: f, size: 4, terminator: 0}
      - {id: g, size: 4, type: strz}
      - {id: h, type: strz, encoding: UTF-16LE}
      - {id: i, type: plain}
      - {id: j, type: b8}
      - {id: k, type: u1, if: b.size > 1, valid: {expr: _ > 3}}
      - {id: l, size: len_b + 1, -array: {dtype: u1, shape: [len_b + 1]}}
      - {id: m, size: 4, -array: {dtype: u1, shape: [2, 2], order: F}}
      - {id: n, size: _io.pos % 4}
      - {id: o, size-eos: true}
      - {id: p, size: len_c}
