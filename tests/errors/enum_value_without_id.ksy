# error[Q203] 5:8 /enums/kind/2: an enum value needs an `id`
meta: {id: enums}
enums:
  kind:
    2: {doc: It has no name.}
