# error[Q305] 8:7 /meta/imports/0: import of `nowhere/at_all` is not found
#   help: there is no `nowhere/at_all.ksy`
# error[Q305] 9:7 /meta/imports/1: import of `/nor/here` is not found
#   help: name a folder for imports with `-I`
meta:
  id: imports_not_found
  imports:
    - nowhere/at_all
    - /nor/here
seq:
  - {id: a, type: u1}
