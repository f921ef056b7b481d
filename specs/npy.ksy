meta:
  id: npy
  title: NumPy array
  application: NumPy
  file-extension: npy
  xref: {wikidata: Q109336279, pronom: fmt/1691}
  license: Apache-2.0
  ks-version: "0.11"
  encoding: UTF-8
  endian: le
doc: |
  One array, behind a header that is a literal of Python: its dtype, its order, its shape.
doc-ref: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html numpy.lib.format
seq:
  - id: magic
    contents: [0x93, NUMPY]
  - id: major
    type: u1
    valid: {min: 1, max: 3}
    -default: 1
    -usual: [1]
    doc: The version; since 2 the header may be longer than 65,535 bytes, in 3 it is UTF-8, before it ISO-8859-1.
  - id: minor
    type: u1
    valid: 0
  - id: len_header
    type:
      switch-on: major
      cases:
        1: u2
        _: u4
  - id: header
    size: len_header
    process: >-
      literal(64, major == 1 ? 10 : 12, "descr fortran_order shape", "descr", major < 3 ? "ISO-8859-1" : "UTF-8")
    type: header
    -limit: 65535
  - id: data
    size-eos: true
    -array:
      dtype-name: header.descr
      shape: header.shape
      order: 'header.is_by_columns ? "F" : "C"'
    doc: The elements.
types:
  header:
    seq:
      - contents: [8, 3, 0, 0, 0, 5, 0, 0, 0, descr, 5]
      - id: len_descr
        type: u4
        -usual: [5, 5, 5, 28]
      - id: descr
        type: str
        size: len_descr
        -usual: >-
          len_descr == 5
          ? ["'<f8'", "'<f4'", "'>i4'", "'|u1'", "'<i8'", "'<c8'", "'|S3'", "'<U2'", "'|V4'"]
          : ["[('a', '<f4'), ('b', '>i2')]", "[('x', '|u1'), ('y', '<u8')]"]
        doc: The dtype, as a literal of Python.
      - contents: [13, 0, 0, 0, fortran_order]
      - id: fortran_order
        type: u1
        enum: flag
        valid: {in-enum: true}
        -default: flag::false
        doc: Whether the first axis varies fastest.
      - contents: [5, 0, 0, 0, shape, 6]
      - id: num_shape
        type: u4
        -usual: [1, 2, 0, 3]
      - id: shape
        type: s8
        repeat: expr
        repeat-expr: num_shape
        valid: {min: 0}
        -usual: [3, 2, 4, 0]
    instances:
      is_by_columns:
        value: fortran_order == flag::true
enums:
  flag:
    1: 'false'
    2: 'true'
