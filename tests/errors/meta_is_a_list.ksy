# error[Q104] 2:7 /meta: expected a mapping, found a list
meta: [id, x]
seq: []
