# error[Q203] 5:11 /meta/endian: `endian` cannot be `little`
#   help: expected one of `be`, `le`
meta:
  id: endian
  endian: little
