# error[Q308] 11:10 /seq/0/id: the spec has no field `len_bdy` here
#   help: did you mean `len_body`?
# error[Q203] 12:5 /seq/1: a field of an overlay needs an `id`
#   help: it is the name of the field in the spec that gets the keys
# error[Q308] 13:13 /instances/kind: the spec has no instance `kind` here
# error[Q104] 16:10 /types/body/seq: expected a list of fields, found a mapping
# error[Q308] 17:3 /types/bodi: the spec has no type `bodi` here
#   help: did you mean `body`?
meta: {-overlay: parts/overlaid}
seq:
  - {id: len_bdy, -derive: 1}
  - {-derive: 1}
instances: {kind: {-default: 1}}
types:
  body:
    seq: {kind: 1}
  bodi: {}
