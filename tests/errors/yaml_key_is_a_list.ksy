# error[Q104] 4:3 /: a key is a plain word
meta:
  id: broken
? [a, b]
: 1
