# warning[Q407] 6:13 /meta/encoding: write `UTF-8` for `utf8`
# warning[Q407] 9:35 /seq/1/encoding: write `ISO-8859-1` for `latin1`
# warning[Q407] 10:35 /seq/2/encoding: `Klingon` is an encoding that not every target knows
meta:
  id: encodings
  encoding: utf8
seq:
  - {id: a, type: strz}
  - {id: b, type: strz, encoding: latin1}
  - {id: c, type: strz, encoding: Klingon}
  - {id: d, type: strz, encoding: UTF-16LE}
