# error[Q206] 24:13 /instances/without_a_codec/-array: an array of computed bytes needs `-array` and `-codec`
# error[Q401] 26:12 /instances/of_no_fields/value: an array is made of the bytes of fields: `list.map(_.field).joined`
# error[Q401] 31:13 /instances/of_numbers/-value: `joined` needs a list of bytes, found a list of an integer
# error[Q302] 32:18 /instances/plain/value: `joined` is quire's own
#   help: use it in keys that begin with `-`
# error[Q302] 33:19 /instances/sorted/value: `sort` is quire's own
#   help: use it in keys that begin with `-`
# error[Q401] 36:13 /instances/no_numbers/-value: `sort` needs a list of numbers, found a list of bytes
# error[Q401] 37:21 /instances/compared/value: `==` cannot compare a list of type `arrays_of_pieces::block` with a list of type `arrays_of_pieces::block`
# error[Q401] 40:13 /instances/ordered/-value: `<` cannot compare a list of an integer with a list of an integer
# error[Q401] 43:13 /instances/unequal/-value: `==` cannot compare a list of an integer with a list of bytes
meta: {id: arrays_of_pieces, endian: le}
seq:
  - {id: blocks, type: block, repeat: eos}
types:
  block:
    seq:
      - {id: len_body, type: u1}
      - {id: body, size: len_body}
instances:
  without_a_codec:
    value: blocks[0].body
    -value: blocks.map(_.body).joined
    -array: {dtype: u1, shape: [3]}
  of_no_fields:
    value: blocks[0].body
    -array: {dtype: u1, shape: [3]}
    -codec: []
  of_numbers:
    value: blocks[0].body
    -value: blocks.map(_.len_body).joined
  plain: {value: blocks.joined}
  sorted: {value: blocks.sort}
  no_numbers:
    value: 0
    -value: blocks.map(_.body).sort.size
  compared: {value: blocks == blocks}
  ordered:
    value: true
    -value: blocks.map(_.len_body) < blocks.map(_.len_body)
  unequal:
    value: true
    -value: blocks.map(_.len_body) == blocks.map(_.body)
