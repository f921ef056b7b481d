# error[Q201] 20:3 /meta/endain: unknown key `endain` in `meta`
#   help: did you mean `endian`?
# error[Q403] 22:19 /seq/0/type: `u2` has no byte order
#   help: write `u2le` or `u2be`, or set `meta/endian`
# error[Q302] 23:19 /seq/1/size: type `several` has no `len_b`
#   help: expected one of `C`, `a`, `b`, `d`, `e`
# error[Q204] 24:10 /seq/2/id: `C` is not a valid name
#   help: use a letter, then letters, digits and `_`, all in lower case
# error[Q303] 25:19 /seq/3/type: unknown type `none`
#   help: expected one of `f4be`, `f4le`, `f8be`, `f8le`, `s1`, `s2be`, `s2le`, `s4be`, `s4le`, `s8be`, `s8le`, `several`, `str`, `strz`, `u1`, `u2be`, `u2le`, `u4be`, `u4le`, `u8be`, `u8le`
# error[Q205] 26:10 /seq/4/id: `d` is declared twice
#   help: the first is at several_at_once.ksy:25:5
# error[Q203] 26:31 /seq/4/repeat: `repeat` cannot be `sometimes`
#   help: expected one of `eos`, `expr`, `until`
# error[Q301] 27:29 /seq/5/if: unknown operator `&&`
#   help: did you mean `and`?
# A comment of the spec itself.
meta:
  id: several
  endain: le
seq:
  - {id: a, type: u2}
  - {id: b, size: len_b}
  - {id: C, type: u1}
  - {id: d, type: none}
  - {id: d, type: u1, repeat: sometimes}
  - {id: e, type: u1, if: a && b}
