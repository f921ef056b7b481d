# error[Q303] 27:19 /seq/0/type: unknown type `uint32`
#   help: did you mean `u4`?
# error[Q303] 28:19 /seq/1/type: unknown type `float32`
#   help: did you mean `f4`?
# error[Q303] 29:19 /seq/2/type: unknown type `string`
#   help: did you mean `str`?
# error[Q303] 30:19 /seq/3/type: unknown type `bytes`
#   help: bytes have no `type`: leave it out, and say `size`
# error[Q303] 31:19 /seq/4/type: unknown type `int64_t`
#   help: did you mean `s8`?
# error[Q303] 32:19 /seq/5/type: unknown type `double`
#   help: did you mean `f8`?
# error[Q201] 33:22 /seq/6/array: unknown key `array` in a field
#   help: did you mean `-array`?
# error[Q104] 34:63 /seq/7/-codec: expected a list of stages, found `zstd`
#   help: write `[zstd]`
# error[Q206] 35:31 /seq/8/-valid: `-valid` is allowed only on instances with `value`
#   help: `valid` is for what is read
# error[Q104] 36:28 /seq/9/doc: expected a text, found a mapping
#   help: a `: ` in it makes a mapping of a text: put the text into quotes
# error[Q104] 37:27 /seq/10/if: expected an expression, found a mapping
#   help: a `: ` in it makes a mapping of a text: put the text into quotes
# error[Q302] 40:37 /seq/12/type/cases/fmt: type `words_of_others` has no `fmt`
#   help: for the text, quote it: '"fmt"'
meta: {id: words_of_others, endian: le, encoding: ASCII}
seq:
  - {id: a, type: uint32}
  - {id: b, type: float32}
  - {id: c, type: string, size: 4}
  - {id: d, type: bytes, size: 4}
  - {id: e, type: int64_t}
  - {id: f, type: double}
  - {id: g, size: 4, array: {dtype: f4, shape: [1]}}
  - {id: h, size: 4, -array: {dtype: f4, shape: [1]}, -codec: zstd}
  - {id: i, type: u1, -valid: 3}
  - {id: j, type: u1, doc: {a: b}}
  - {id: k, type: u1, if: {a: b}}
  - {id: kind, type: str, size: 4}
  - id: body
    type: {switch-on: kind, cases: {fmt: head, '"data"': head}}
types:
  head: {seq: [{id: n, type: u1}]}
