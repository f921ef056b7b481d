# error[Q102] 7:1 /: the YAML is broken: found a tab character that violates indentation
#   help: indent with blanks, not tabs
meta:
  id: broken
seq:
  - id: a
	type: u1
