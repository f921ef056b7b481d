# error[Q301] 24:16 /seq/1/if: unknown operator `&&`
#   help: did you mean `and`?
# error[Q301] 26:14 /seq/2/size: expected a value, found the end
# error[Q301] 28:13 /seq/3/size: expected `)`, found the end
# error[Q301] 30:13 /seq/4/size: unexpected character `$`
# error[Q301] 33:15 /seq/5/if: comparisons cannot be chained
#   help: put parentheses around one of them
# error[Q301] 36:10 /seq/6/if: unknown operator `!`
#   help: did you mean `not`?
# error[Q301] 38:11 /seq/7/type: `inner(a` is not the name of a type
# error[Q301] 40:15 /seq/8/size: expected `]`, found the end
# error[Q301] 42:13 /seq/9/size: expected a name, found the end
# error[Q301] 44:16 /instances/k/value: unknown escape `\q`
# error[Q301] 45:15 /instances/l/value: the f-string has no closing quote
# error[Q301] 46:15 /instances/m/value: the f-string has no closing quote
# error[Q301] 47:19 /instances/n/value: expected `:`, found the end
# error[Q301] 48:15 /instances/o/value: unexpected character `"`
meta:
  id: syntax
seq:
  - {id: a, type: u1}
  - id: b
    type: u1
    if: a == 1 && a < 3
  - id: c
    size: a +
  - id: d
    size: (a
  - id: e
    size: a $ 2
  - id: f
    type: u1
    if: 1 < a < 3
  - id: g
    type: u1
    if: '!a'
  - id: h
    type: inner(a
  - id: i
    size: "a[0"
  - id: j
    size: a.
instances:
  k: {value: '"\q"'}
  l: {value: 'f"{a"'}
  m: {value: 'f"{a}'}
  n: {value: a ? 1}
  o: {value: '"open'}
types:
  inner:
    params: [{id: p, type: u1}]
