# error[Q303] 13:19 /seq/0/type: unknown type `headr`
#   help: did you mean `header`?
# error[Q303] 14:20 /seq/1/type: unknown type `header::inner`
#   help: expected one of `f4be`, `f4le`, `f8be`, `f8le`, `header`, `s1`, `s2be`, `s2le`, `s4be`, `s4le`, `s8be`, `s8le`, `str`, `strz`, `u1`, `u2be`, `u2le`, `u4be`, `u4le`, `u8be`, `u8le`, `unknown`
# error[Q303] 15:19 /seq/2/type: unknown type `u3`
#   help: expected one of `f4be`, `f4le`, `f8be`, `f8le`, `header`, `s1`, `s2be`, `s2le`, `s4be`, `s4le`, `s8be`, `s8le`, `str`, `strz`, `u1`, `u2be`, `u2le`, `u4be`, `u4le`, `u8be`, `u8le`, `unknown`
# error[Q303] 20:12 /seq/3/type/cases/1: unknown type `hedder`
#   help: did you mean `header`?
# error[Q303] 27:14 /instances/f/value: unknown type `heder`
meta:
  id: unknown
seq:
  - {id: a, type: headr}
  - {id: b, type: 'header::inner'}
  - {id: c, type: u3}
  - id: d
    type:
      switch-on: c
      cases:
        1: hedder
  - {id: e, type: header, repeat: eos}
types:
  header:
    seq:
      - {id: a, type: u1}
instances:
  f: {value: e.first.as<heder>.a}
