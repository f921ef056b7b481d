# error[Q309] 17:34 /meta/id: an overlay cannot say `id` here
#   help: `meta` of an overlay says `-overlay`, `title` and `license`
# error[Q309] 19:20 /seq/0/type: `type` is in the spec already
#   help: an overlay adds keys; see parts/overlaid.ksy:3:26
# error[Q309] 19:30 /seq/0/derive: an overlay cannot say `derive` here
#   help: did you mean `-derive`?
# error[Q302] 19:51 /seq/0/-default: type `overlaid` has no `len_bdy`
#   help: did you mean `len_body`?
# error[Q309] 23:20 /types/body/seq/0/valid: `valid` is in the spec already
#   help: an overlay adds keys; see parts/overlaid.ksy:8:37
# error[Q309] 23:30 /types/body/seq/0/if: an overlay cannot say `if` here
#   help: did you mean `-if`?
# error[Q309] 24:5 /types/body/enums: an overlay cannot say `enums` here
#   help: an overlay has `seq`, `instances` and `types`
# error[Q309] 25:1 /enums: an overlay cannot say `enums` here
#   help: an overlay has `seq`, `instances` and `types`
meta: {-overlay: parts/overlaid, id: other}
seq:
  - {id: len_body, type: u2, derive: 1, -default: len_bdy}
types:
  body:
    seq:
      - {id: kind, valid: 2, if: true}
    enums: {a: {1: b}}
enums: {}
