# error[Q404] 8:5 /seq/0: `a` is text without an encoding
#   help: add `encoding`, here or in `meta`
# error[Q404] 9:43 /seq/1/encoding: unknown encoding `klingon`
# error[Q404] 15:9 /types/text/seq/0: unknown encoding `utf-9`
meta:
  id: encoding
seq:
  - {id: a, type: strz}
  - {id: b, type: str, size: 2, encoding: klingon}
  - {id: c, type: text}
types:
  text:
    meta: {encoding: utf-9}
    seq:
      - {id: d, type: strz}
