# error[Q102] 5:1 /: the YAML is broken: did not find expected ',' or ']'
meta:
  id: broken
seq: [{id: a, type: u1}
