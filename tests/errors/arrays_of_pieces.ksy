# error[Q206] 18:13 /instances/without_a_codec/-array: an array of computed bytes needs `-array` and `-codec`
# error[Q401] 20:12 /instances/of_no_fields/value: an array is made of the bytes of fields: `list.map(_.field).joined`
# error[Q401] 25:13 /instances/of_numbers/-value: `joined` needs a list of bytes, found a list of an integer
# error[Q302] 26:18 /instances/plain/value: `joined` is quire's own
#   help: use it in keys that begin with `-`
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
