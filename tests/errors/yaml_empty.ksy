# error[Q104] 1:1 /: a spec is a mapping with `meta` and `seq`
