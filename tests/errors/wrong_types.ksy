# warning[Q208] 31:10 /seq/1/id: `name` is the byte size of `c`; the style guide says `len_c`
# error[Q401] 33:27 /seq/3/if: `if` must be a boolean, found an integer
# error[Q401] 34:19 /seq/4/size: `size` must be an integer, found a string
# error[Q401] 35:51 /seq/5/repeat-expr: `repeat-expr` must be an integer, found a string
# error[Q401] 36:52 /seq/6/repeat-until: `repeat-until` must be a boolean, found an integer
# error[Q401] 37:31 /seq/7/valid: a value of an integer cannot be compared with a string
# error[Q401] 38:44 /seq/8/valid/any-of/1: a value of an integer cannot be compared with a string
# error[Q401] 39:37 /seq/9/valid/expr: `valid/expr` must be a boolean, found an integer
# error[Q401] 40:30 /seq/10/valid: `in-enum` needs a field with `enum`
# error[Q401] 41:27 /seq/11/if: `==` cannot compare enum `kind` with an integer
#   help: use `.to_i` on the enum
# error[Q401] 42:27 /seq/12/if: `<` cannot compare enum `kind` with enum `kind`
# error[Q401] 43:49 /seq/13/-array/shape: a shape must be a list of integers, found an integer
# error[Q401] 44:33 /seq/14/-default: `-default` must be an integer, found a string
# error[Q401] 45:25 /seq/15/type: argument `p` must be an integer, found a string
# error[Q401] 50:10 /seq/16/type/cases/"x": a value of an integer cannot be compared with a string
# error[Q401] 57:14 /instances/p/value: an operand of `+` must be an integer or a float, found a string
# error[Q401] 58:18 /instances/q/value: the operand of `not` must be a boolean, found an integer
# error[Q401] 59:15 /instances/r/value: the operand of `-` must be an integer or a float, found a string
# error[Q401] 60:15 /instances/s/value: a condition must be a boolean, found an integer
# error[Q401] 61:15 /instances/t/value: the branches differ: an integer and a string
# error[Q401] 62:15 /instances/u/value: only lists and bytes have an index, found an integer
# error[Q401] 65:14 /instances/x/value: `w` depends on itself
# error[Q401] 66:12 /instances/y/pos: `pos` must be an integer, found a string
# error[Q401] 67:14 /instances/z/value: an operand of `&` must be an integer, found a float
meta:
  id: wrong
  encoding: ASCII
seq:
  - {id: a, type: u1}
  - {id: name, type: str, size: 4}
  - {id: kind, type: u1, enum: kind}
  - {id: b, type: u1, if: a}
  - {id: c, size: name}
  - {id: d, type: u1, repeat: expr, repeat-expr: '"2"'}
  - {id: e, type: u1, repeat: until, repeat-until: _ + 1}
  - {id: f, type: u1, valid: '"x"'}
  - {id: g, type: u1, valid: {any-of: [1, "'x'"]}}
  - {id: h, type: u1, valid: {expr: _ + 1}}
  - {id: i, type: u1, valid: {in-enum: true}}
  - {id: j, type: u1, if: kind == 1}
  - {id: k, type: u1, if: kind < kind::small}
  - {id: l, size: 2, -array: {dtype: u1, shape: a}}
  - {id: m, type: u1, -default: name}
  - {id: n, type: inner(name)}
  - id: o
    type:
      switch-on: a
      cases:
        '"x"': u1
types:
  inner:
    params: [{id: p, type: u1}]
enums:
  kind: {1: small}
instances:
  p: {value: name + 1}
  q: {value: not a}
  r: {value: -name}
  s: {value: "a ? 1 : 2"}
  t: {value: "a == 1 ? 1 : name"}
  u: {value: 'a[0]'}
  v: {value: u.v}
  w: {value: x}
  x: {value: w}
  y: {pos: name, type: u1}
  z: {value: 1.5 & 2}
