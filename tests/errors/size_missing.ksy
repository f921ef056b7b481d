# error[Q405] 9:5 /seq/0: `a` has no type and no size
#   help: add `type`, `size`, `size-eos`, `terminator` or `contents`
# error[Q405] 10:5 /seq/1: `b` has no size
#   help: add `size`, `size-eos` or `terminator`
meta:
  id: sizes
  encoding: ASCII
seq:
  - {id: a}
  - {id: b, type: str}
