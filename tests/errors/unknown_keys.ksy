# error[Q201] 15:3 /meta/endain: unknown key `endain` in `meta`
#   help: did you mean `endian`?
# error[Q201] 16:1 /seqq: unknown key `seqq` in a type
#   help: did you mean `seq`?
# error[Q201] 19:5 /seq/0/typ: unknown key `typ` in a field
#   help: did you mean `type`?
# error[Q201] 23:5 /seq/1/colour: unknown key `colour` in a field
#   help: expected one of `consume`, `doc`, `doc-ref`, `enum`, `eos-error`, `id`, `if`, `include`, `repeat`, `repeat-expr`, `repeat-until`, `terminator`, `type`, `valid`
# error[Q201] 26:5 /types/t/fields: unknown key `fields` in a type
#   help: expected one of `doc`, `doc-ref`, `enums`, `instances`, `meta`, `params`, `seq`, `to-string`, `types`
# error[Q201] 31:18 /enums/e/1/dok: unknown key `dok` in an enum value
#   help: expected one of `doc`, `doc-ref`, `id`
meta:
  id: keys
  endain: le
seqq: []
seq:
  - id: a
    typ: u1
    type: u1
  - id: b
    type: u1
    colour: red
types:
  t:
    fields: []
    seq:
      - {id: a, type: u1}
enums:
  e:
    1: {id: one, dok: x}
