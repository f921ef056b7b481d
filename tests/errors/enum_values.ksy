# error[Q401] 9:28 /instances/half/enum: an enum needs an integer, found a float
# error[Q104] 11:23 /enums/animal/2: expected a name, found nothing
#   help: quote it, if it is a name
# error[Q104] 11:32 /enums/animal/3: expected a name, found nothing
#   help: quote it, if it is a name
# error[Q104] 11:38 /enums/animal/4: expected a name, found a list
meta: {id: enum_values}
instances:
  half: {value: 1.5, enum: animal}
enums:
  animal: {1: cat, 2: null, 3: ~, 4: [dog]}
