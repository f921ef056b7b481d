meta:
  id: tier_catalogue
  title: Catalogue of a store of tiered tensors
  license: Apache-2.0
  ks-version: "0.10"
  endian: le
  encoding: UTF-8
doc: |
  What a store of quire's own holds, and where; a log that grows at its end.

  The last entry of a key counts. What a writer that died left of a frame, at the end, does not: a frame that is cut off,
  or zeros in the place of its last sectors and of all that follows.

  The store is a folder with this file, `catalogue`, and one file for each number that an entry names: `data/N.qtr`, a tensor
  as `tiers.ksy` says, and `data/N.recipe`, how an absent tensor is made; N in 16 hexadecimal digits. These files never change,
  and a number is never given to another one. The metadata of `N.qtr` say whose it is: `store` has the `key`, or the `block` for
  the name of a block, and the `epoch`.
doc-ref: ADR-019, Tiered Quantization Formats, sections 3.5 and 3.10
seq:
  - id: magic
    contents: QTCL
  - id: version
    type: u4
    valid: 2
  - id: generation
    type: u8
    doc: Another number each time the catalogue is written anew, to leave out what is outdated.
  - id: next_number
    type: u8
    doc: What no file was called up to then; entries may name higher numbers.
  - id: frames
    type: frame
    repeat: eos
types:
  frame:
    seq:
      - id: len_entry
        type: u4
        doc: Length in bytes.
      - id: checksum
        type: u4
        -checksum: {algorithm: crc32, over: entry}
        doc: CRC-32 (of zlib) of the entry.
      - id: checksum_of_head
        type: u4
        -checksum: {algorithm: crc32, over: {from: len_entry, to: checksum}}
        doc: CRC-32 of the two fields before.
      - id: entry
        size: len_entry
        type: entry
  entry:
    seq:
      - id: key
        type: key
      - id: is_present
        type: u1
        valid:
          max: 1
        doc: 0 when the key was removed.
      - id: state
        type: state
        if: is_present != 0
      - id: end
        size: 0
        valid:
          expr: _io.eof
  key:
    seq:
      - id: kind
        type: u1
        enum: key_kind
        valid:
          in-enum: true
      - id: len_text
        type: u2
        doc: Length in bytes.
      - id: text
        type: str
        size: len_text
        doc: A name; or the identifier of a tensor in 32 hexadecimal digits, `_`, and the number of a block.
  state:
    seq:
      - id: tier
        type: u1
        valid:
          max: 3
        doc: 0 absent, 1 hot, 2 warm, 3 cold.
      - id: num_bits
        type: u1
        valid:
          any-of: [0, 3, 5, 7, 8]
        doc: Width of a code; 0 for an absent tensor.
      - id: data
        type: u8
        doc: Number of the file with the tensor; 0 for none.
      - id: recipe
        type: u8
        doc: Number of the file that says how the tensor is made when it is absent; 0 for none.
      - id: len_blocks
        type: u8
        doc: Bytes of the quantised blocks.
      - id: created_at
        type: u8
        doc: In ticks of the store's clock, as all times.
      - id: last_access_at
        type: u8
      - id: tier_since
        type: u8
      - id: access_count
        type: u8
      - id: ema_rate
        type: f4
        doc: Moving average of accesses per tick.
      - id: window
        type: u8
        doc: A bit for each of the 64 ticks up to the last access, that one in the lowest.
      - id: epoch
        type: u8
        doc: Another number each time that values are put; what only goes to another tier keeps its own.
      - id: num_shape
        type: u1
      - id: shape
        type: u8
        repeat: expr
        repeat-expr: num_shape
        -limit: 64
        doc: Elements in each dimension, the outermost first.
  recipe_file:
    seq:
      - id: magic
        contents: QTRP
      - id: checksum
        type: u4
        -checksum: {algorithm: crc32, over: recipe}
        doc: CRC-32 (of zlib) of the recipe.
      - id: recipe
        size-eos: true
        doc: A `recipe`, which is read when the checksum fits.
  recipe:
    doc: How an absent tensor is made.
    seq:
      - id: key
        type: key
        doc: Of the tensor that is made.
      - id: epoch
        type: u8
        doc: Of the tensor that is made.
      - id: num_shape
        type: u1
      - id: shape
        type: u8
        repeat: expr
        repeat-expr: num_shape
        -limit: 64
        doc: Of the tensor that is made.
      - id: kind
        type: u1
        enum: recipe_kind
        valid:
          in-enum: true
      - id: has_source
        type: u1
        valid:
          expr: _ == 1 or _ == 0 and kind == recipe_kind::factor
      - id: source
        type: key
        if: has_source != 0
        doc: The tensor to begin with.
      - id: source_epoch
        type: u8
        if: has_source != 0
        doc: The epoch that this tensor has to have.
      - id: scale
        type: f4
        if: kind == recipe_kind::factor
        doc: What the source is multiplied by.
      - id: num_permutation
        type: u4
        if: kind == recipe_kind::factor
      - id: permutation
        size: 4 * num_permutation
        if: kind == recipe_kind::factor
        -array: {dtype: u4, shape: [num_permutation]}
        doc: Which element of the last axis of the source comes where; empty if they stay.
      - id: records
        size-eos: true
        doc: Delta records, or one factor record or none, as `tensor_store.ksy` says.
enums:
  key_kind:
    0: text
    1: block
  recipe_kind:
    1: delta
    2: factor
