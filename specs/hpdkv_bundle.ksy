meta:
  id: hpdkv_bundle
  title: Bundle of HPΔKV residuals
  file-extension: hpdb
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
  encoding: UTF-8
  imports:
    - hpdkv
doc: |
  Residuals of several tensors by name; a format of quire's own.

  One HPΔKV blob after another, each with its length, which blobs do not have.

  A tensor of more elements than 32-bit indices reach is several entries of the same name, one after another: shards, each a part
  of the flattened tensor.
seq:
  - id: magic
    contents: HPDB
  - id: version
    type: u1
    valid: 1
  - id: num_entries
    type: u4
  - id: entries
    type: entry
    repeat: expr
    repeat-expr: num_entries
types:
  entry:
    doc: A tensor, or a part of one.
    seq:
      - id: len_name
        type: u2
      - id: name
        type: str
        size: len_name
        doc: Of the tensor, as its model has it.
      - id: num_shape
        type: u1
        doc: Rank of the whole tensor.
      - id: shape
        type: u8
        repeat: expr
        repeat-expr: num_shape
        -limit: 64
        doc: Of the whole tensor.
      - id: first
        type: u8
        -default: 0
        doc: Where the first element of the blob stands in the flattened tensor.
      - id: len_blob
        type: u8
      - id: padding
        size: (16 - _io.pos) % 16
        -fill: 0
        doc: Zeros up to a multiple of 16 bytes in the file, so that dense values are aligned there.
      - id: blob
        type: hpdkv
        size: len_blob
        doc: Of the shape of the tensor; of one dimension, if it is a part of it.
