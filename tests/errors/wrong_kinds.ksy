# error[Q104] 21:6 /doc: expected a text, found a mapping
#   help: a `: ` in it makes a mapping of a text: put the text into quotes
# error[Q104] 23:5 /seq/0: expected a mapping, found `just a text`
# error[Q104] 24:19 /seq/1/type: expected a type, found a list
# error[Q104] 25:51 /seq/2/include: expected `true` or `false`, found `1`
# error[Q104] 26:33 /seq/3/pad-right: expected an integer from 0 to 255, found `300`
# error[Q104] 27:53 /seq/4/terminator: expected an integer from 0 to 255, found `abc`
# error[Q104] 28:19 /seq/5/size: expected an expression, found a list
# error[Q104] 29:23 /seq/6/contents: expected a text, or a list of bytes and texts, found a mapping
# error[Q104] 30:24 /seq/7/contents/0: expected a text or bytes from 0 to 255, found `256`
# error[Q104] 31:31 /seq/8/-array: expected a mapping, found `yes`
# error[Q104] 32:30 /seq/9/-codec: expected a list of stages, found `fp16`
#   help: write `[fp16]`
# error[Q104] 33:8 /types: expected a mapping, found a list
# error[Q104] 35:6 /instances/j: expected a mapping, found `3`
# error[Q104] 37:3 /enums/e: the values of an enum are integers, not `one`
# error[Q104] 39:8 /enums/e/2: expected a name, found a list
meta:
  id: kinds
  title: [a]
doc: {a: b}
seq:
  - just a text
  - {id: a, type: [u1]}
  - {id: b, type: strz, encoding: ASCII, include: 1}
  - {id: c, size: 2, pad-right: 300}
  - {id: d, type: str, encoding: ASCII, terminator: abc}
  - {id: e, size: [1]}
  - {id: f, contents: {a: b}}
  - {id: g, contents: [256]}
  - {id: h, type: u1, -array: yes}
  - {id: i, size: 1, -codec: fp16}
types: []
instances:
  j: 3
enums:
  e:
    one: 1
    2: [a]
