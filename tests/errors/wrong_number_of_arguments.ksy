# error[Q402] 8:19 /seq/0/type: type `inner` takes 1 arguments, found 0
# error[Q402] 9:20 /seq/1/type: type `inner` takes 1 arguments, found 2
# error[Q402] 15:14 /instances/d/value: `substring` takes 2 arguments, found 1
meta:
  id: arguments
  encoding: ASCII
seq:
  - {id: a, type: inner}
  - {id: b, type: 'inner(1, 2)'}
  - {id: c, type: str, size: 2}
types:
  inner:
    params: [{id: p, type: u1}]
instances:
  d: {value: c.substring(1)}
