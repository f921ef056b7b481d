meta:
  id: document_keys
  endian: le
  encoding: UTF-8
seq:
  - {id: len_header, type: u1}
  - id: header
    type: str
    size: len_header
    -document:
      format: json
      compact: true
      fields:
        columns:
          items:
            id: column
            fields:
              name: str
        parts:
          keys: columns.map(_.name)
          doc: By the names of the columns.
          items:
            id: part
            fields:
              size: {type: int, valid: {min: 1}}
  - id: first
    size-eos: true
    -size: header.parts[0].size
  - id: second
    size-eos: true
    -size: header.parts[1].size
