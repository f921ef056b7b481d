# error[Q201] 9:3 /meta/-size: `-size` has no meaning in `meta`
#   help: write it on a field of `seq` or on an instance
# warning[Q202] 13:5 /seq/0/-lmit: `-lmit` is not a key of quire and is ignored
#   help: did you mean `-limit`?
# error[Q201] 17:25 /seq/1/-array/shpe: unknown key `shpe` in `-array`
#   help: did you mean `shape`?
meta:
  id: own
  -size: 3
seq:
  - id: a
    size: 2
    -lmit: 4
    -webide-view: hex
  - id: b
    size: 4
    -array: {dtype: u1, shpe: [4], shape: [4]}
