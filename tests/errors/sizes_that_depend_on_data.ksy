# error[Q406] 18:20 /instances/of_body/value: the size of this is not constant: it depends on the data
# error[Q406] 19:22 /instances/of_itself/value: the size of `node` is not constant: it depends on the data
# error[Q303] 20:23 /instances/of_nothing/value: unknown type `nothing`
# error[Q406] 21:24 /instances/of_a_number/value: the size of this is not constant: it depends on the data
meta:
  id: sizes_that_depend_on_data
  endian: le
seq:
  - {id: len_body, type: u2}
  - {id: body, size: len_body}
  - {id: tree, type: node}
types:
  node:
    seq:
      - {id: child, type: node, if: _io.eof}
instances:
  fixed: {value: sizeof<u2> + len_body._sizeof}
  of_body: {value: body._sizeof}
  of_itself: {value: sizeof<node>}
  of_nothing: {value: sizeof<nothing>}
  of_a_number: {value: (1 + 1)._sizeof}
