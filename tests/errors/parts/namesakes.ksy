# Its `meta` stands on the line on which that of `../namesakes.ksy` does, whose first lines say
# what is wrong with both.
#
#
meta: {id: namesakes}
seq:
  - {id: b, type: u2le}
