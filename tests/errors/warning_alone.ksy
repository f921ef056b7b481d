# warning[Q202] 8:5 /seq/0/-lmit: `-lmit` is not a key of quire and is ignored
#   help: did you mean `-limit`?
meta:
  id: fine
seq:
  - id: a
    size: 2
    -lmit: 4
