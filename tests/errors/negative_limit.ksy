# error[Q401] 4:30 /seq/0/-limit: a `-limit` is not negative
meta: {id: negative_limit}
seq:
  - {id: a, size: 1, -limit: 2 - 7}
