# error[Q302] 24:25 /seq/1/size: type `unknown` has no `len_paylod`
#   help: did you mean `len_payload`?
# error[Q302] 26:22 /seq/3/size: type `unknown::header` has no `sise`
#   help: did you mean `size`?
# error[Q302] 27:24 /seq/4/size: type `unknown` has no `size`
#   help: expected one of `a`, `b`, `c`, `d`, `e`, `f`, `header`, `hidden`, `len_payload`, `more`, `name`, `payload`
# error[Q302] 30:14 /instances/a/value: a string has no `lenght`
#   help: did you mean `length`?
# error[Q302] 31:14 /instances/b/value: a string has no method `upper`
#   help: expected one of `substring`, `to_b`, `to_i`
# error[Q302] 32:14 /instances/c/value: type `unknown` has no `_index`
#   help: expected one of `a`, `b`, `c`, `d`, `e`, `f`, `header`, `hidden`, `len_payload`, `more`, `name`, `payload`
# error[Q302] 33:15 /instances/d/value: `sum` is quire's own
#   help: use it in keys that begin with `-`
# error[Q302] 34:14 /instances/e/value: type `unknown` has no `_`
#   help: expected one of `a`, `b`, `c`, `d`, `e`, `f`, `header`, `hidden`, `len_payload`, `more`, `name`, `payload`
# error[Q302] 41:22 /types/header/instances/outer/value: type `unknown::header` has no `len_payload`
#   help: expected one of `outer`, `size`
meta:
  id: unknown
  encoding: ASCII
seq:
  - {id: len_payload, type: u1}
  - {id: payload, size: len_paylod}
  - {id: header, type: header}
  - {id: more, size: header.sise}
  - {id: hidden, size: size}
  - {id: name, type: str, size: 4}
instances:
  a: {value: name.lenght}
  b: {value: name.upper()}
  c: {value: _index}
  d: {value: "[1, 300].sum"}
  e: {value: _}
  f: {value: header._parent.len_payload}
types:
  header:
    seq:
      - {id: size, type: u1}
    instances:
      outer: {value: len_payload}
