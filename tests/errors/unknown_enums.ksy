# error[Q304] 10:29 /seq/0/enum: unknown enum `knd`
#   help: did you mean `kind`?
# error[Q304] 11:43 /seq/1/valid: enum `kind` has no `smal`
#   help: did you mean `small`?
# error[Q304] 12:32 /seq/2/if: unknown enum `knid`
#   help: did you mean `kind`?
meta:
  id: unknown
seq:
  - {id: a, type: u1, enum: knd}
  - {id: b, type: u1, enum: kind, valid: 'kind::smal'}
  - {id: c, type: u1, if: b == knid::small}
enums:
  kind: {1: small, 2: large}
