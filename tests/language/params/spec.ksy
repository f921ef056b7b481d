meta:
  id: params
  endian: le
seq:
  - {id: width, type: u1}
  - {id: tag, type: u1, enum: tag}
  - {id: first, type: "row(width, true)"}
  - {id: second, type: 'row(width + 1, false)'}
  - {id: described, type: 'described("ab,)", [1, 2], tag::big, 1.5, first)'}
types:
  row:
    params:
      - {id: num_cells, type: u2, doc: How many cells there are.}
      - {id: has_tail, type: bool}
    seq:
      - {id: cells, size: num_cells}
      - {id: tail, type: u1, if: has_tail}
  described:
    params:
      - {id: name, type: str}
      - {id: magic}
      - {id: tag, type: u1, enum: tag}
      - {id: factor, type: f8}
      - {id: row, type: row}
    seq:
      - {id: value, type: u1}
    instances:
      scaled: {value: value * factor}
      is_big: {value: tag == tag::big}
      len_name: {value: name.length + magic.length + row.num_cells}
enums:
  tag: {1: small, 2: big}
