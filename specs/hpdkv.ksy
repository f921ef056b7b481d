meta:
  id: hpdkv
  title: HPΔKV residual of a quantised tensor
  file-extension: hpdv
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
  bit-endian: le
doc: |
  What is missing between the weights of a model and their 4-bit reconstruction.

  One tensor of float16 or bfloat16: dense, or the values of largest magnitude with their places; optionally compressed.

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
      in-enum: true
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
    -limit: 64
    doc: Elements in each dimension, the outermost first; zero is legal. Arrays of numpy have 64 dimensions at most.
  - id: padding
    size: (16 - _io.pos) % 16
    -fill: 0
    doc: Zeros up to a multiple of 16 bytes. They precede the index block, so only a dense payload is aligned.
  - id: index_block
    type: index_block
    if: has_indices
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
      switch-on: storage
      cases:
        storage::dense: []
        storage::sparse:
          - sparse_scatter: {indices: index_block.indices}
        storage::dense_compressed:
          - zlib
        storage::sparse_compressed:
          - zlib
          - sparse_scatter: {indices: index_block.indices}
    doc: The tensor; of a sparse one the values that are stored, and zeros elsewhere.
instances:
  storage:
    value: is_compressed.to_i * 2 + has_indices.to_i
    enum: storage
    doc: Both flags.
types:
  index_block:
    doc: Where the values of a sparse tensor stand.
    seq:
      - id: num_indices
        type: u4
        valid:
          min: 1
        doc: Number of values that are stored; no more than the tensor has.
      - id: indices
        size: num_indices * 4
        -array: {dtype: u4, shape: [num_indices]}
        doc: |
          Place of each value in the flattened tensor (C order), in any order. The original sorts by falling magnitude.
enums:
  value_type:
    0: float16
    1: bfloat16
  storage:
    0: dense
    1: sparse
    2: dense_compressed
    3: sparse_compressed
