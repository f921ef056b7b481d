# error[Q404] 8:5 /seq/0: `a` is text without an encoding
#   help: add `encoding`, here or in `meta`
# warning[Q407] 9:43 /seq/1/encoding: `klingon` is an encoding that not every target knows
# warning[Q407] 13:22 /types/text/meta/encoding: `utf-9` is an encoding that not every target knows
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
