# error[Q204] 14:7 /meta/id: `Upper` is not a valid name
#   help: use a letter, then letters, digits and `_`, all in lower case
# error[Q204] 16:10 /seq/0/id: `2nd` is not a valid name
#   help: use a letter, then letters, digits and `_`, all in lower case
# error[Q204] 17:10 /seq/1/id: `camelCase` is not a valid name
#   help: use a letter, then letters, digits and `_`, all in lower case
# error[Q204] 20:3 /types/Bad-Type: `Bad-Type` is not a valid name
#   help: use a letter, then letters, digits and `_`, all in lower case
# error[Q204] 23:3 /instances/_hidden: `_hidden` is not a valid name
#   help: use a letter, then letters, digits and `_`, all in lower case
# error[Q204] 26:8 /enums/kind/1: `Big` is not a valid name
#   help: use a letter, then letters, digits and `_`, all in lower case
meta:
  id: Upper
seq:
  - {id: 2nd, type: u1}
  - {id: camelCase, type: u1}
  - {id: ok, type: u1}
types:
  Bad-Type:
    seq: []
instances:
  _hidden: {value: 1}
enums:
  kind:
    1: Big
