meta:
  id: belonging
  endian: le
  encoding: ASCII
to-string: 'f"belonging of {num_rows} rows"'
seq:
  - {id: num_rows, type: u1}
  - {id: rows, type: row, repeat: expr, repeat-expr: num_rows}
  - {id: adopted, type: leaf, parent: 'rows[0]'}
  - {id: orphan, type: stray, parent: false}
types:
  row:
    seq:
      - {id: width, type: u1}
      - {id: leaf, type: leaf}
  leaf:
    seq:
      - {id: data, size: _parent.width}
    instances:
      first_of_all: {io: _root._io, pos: 0, type: u1}
  stray:
    seq:
      - {id: a, type: u2}
instances:
  size_of_stray: {value: "sizeof<stray> + orphan._sizeof + bitsizeof<u2>"}
