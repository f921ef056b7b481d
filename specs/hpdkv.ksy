meta:
  id: hpdkv
  title: HPΔKV residual of a quantised tensor
  file-extension: hpdv
  license: Apache-2.0
  ks-version: "0.10"
  endian: le
  bit-endian: le
doc: |
  One tensor of float16 or bfloat16 residuals: what is missing between the weights of a model and their 4-bit
  reconstruction. Dense, or the values of largest magnitude with their places; optionally zlib-compressed.

  A blob has no length of its own: the payload goes on to the end of the stream.
doc-ref: https://github.com/WorldExplored/bitsandbytes docs/source/formats/hpdkv.md
seq:
  - id: magic
    contents: HPDV
  - id: version
    type: u1
    valid: 1
    doc: A reader must refuse versions that it does not know ("Compatibility Guarantees").
  - id: dtype
    type: u1
    enum: value_type
    valid:
      any-of: [value_type::float16, value_type::bfloat16]
    -default: value_type::float16
    doc: Type of the values. The original program writes float16 only, and takes bfloat16 bits for float16.
  - id: num_shape
    type: u1
    doc: Rank of the tensor; 0 is a single element.
  - id: has_indices
    type: b1
    doc: The tensor is sparse ("Flags", bit 0).
  - id: is_compressed
    type: b1
    -default: false
    doc: The values are one zlib stream ("Flags", bit 1). The indices never are.
  - id: reserved
    type: b6
    valid: 0
    doc: For other codecs, one day; with any of them set the payload could be anything.
  - id: shape
    type: u4
    repeat: expr
    repeat-expr: num_shape
    -array: {}
    -limit: 64
    doc: Elements in each dimension, the outermost first. Zero is legal.
  - id: padding
    size: (16 - _io.pos) % 16
    -fill: 0
    doc: Zeros up to a multiple of 16 bytes. They precede the index block, so only a dense payload is aligned.
  - id: num_indices
    type: u4
    valid:
      min: 1
    if: has_indices
    doc: Number of values that are stored.
  - id: indices
    type: u4
    repeat: expr
    repeat-expr: num_indices
    if: has_indices
    -array: {}
    doc: Places of the values in the flattened tensor (C order), in any order. The original sorts by falling magnitude.
  - id: values
    size-eos: true
    -array:
      dtype:
        switch-on: dtype
        cases:
          value_type::float16: f2
          value_type::bfloat16: bf2
      shape: shape
    -codec:
      - zlib: {if: is_compressed}
      - sparse_scatter: {indices: indices, if: has_indices}
    doc: The tensor; places without a stored value are zero.
enums:
  value_type:
    0: float16
    1: bfloat16
