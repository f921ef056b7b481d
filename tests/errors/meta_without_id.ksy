# error[Q203] 4:3 /meta: `meta` needs an `id`
#   help: it is the name of the module
meta:
  title: Nothing
  endian: le
