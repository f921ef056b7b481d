meta:
  id: tensor_store
  title: Metadata log of a tiered tensor store
  application: ruvector-temporal-tensor
  license: Apache-2.0
  ks-version: "0.10"
  endian: le
doc: |
  The log of a store, `meta.log`, and records of deltas and factors.

  Absent blocks are made again from the latter. A record is of a block: the number of its tensor (128 bits), and its place
  in the tensor.
doc-ref:
  - ADR-018, Block-Based Storage Engine for Temporal Tensor Segments
  - ADR-021, Delta Compression and Reconstruction Policy
seq:
  - id: records
    type: block_record
    repeat: expr
    repeat-expr: _io.size / 91
    -array: {}
    doc: The last one of a block counts.
  - id: tail
    size-eos: true
    doc: What a writer that was interrupted has left of a record. It does not count.
types:
  block_record:
    doc: |
      What is known of a block at a time; 91 bytes. There may be millions of them, so they are a table, and the rules of
      their values are in words.
    seq:
      - id: tensor_id
        type: b128le
      - id: block_index
        type: u4
      - id: dtype
        type: u1
        enum: value_type
        doc: Type of the values before they were quantised; no other numbers than those of the enum.
      - id: tier
        type: u1
        doc: 1 hot, 2 warm, 3 cold; 0 for a block of which no codes are kept.
      - id: bits
        type: u1
        doc: Width of a code, 1 to 8; 0 in tier 0.
      - id: scale
        type: f4
      - id: zero_point
        type: s2
        doc: Not used.
      - id: created_at
        type: u8
        doc: In ticks of the clock of the user, as all times.
      - id: last_access_at
        type: u8
      - id: access_count
        type: u4
      - id: ema_rate
        type: f4
        doc: Moving average of accesses.
      - id: window
        type: u8
        doc: One bit for each of the last 64 ticks, the lowest is the latest; 1 for an access.
      - id: checksum
        type: u4
        doc: CRC-32 (of zlib) of the codes followed by the four bytes of the scale.
      - id: reconstruct
        type: u1
        enum: policy
        doc: How the block is made once its codes are gone; no other numbers than those of the enum.
      - id: tier_age
        type: u4
        doc: Ticks since the tier was last changed.
      - id: has_lineage
        type: u1
        doc: 0 or 1.
      - id: lineage_parent
        type: b128le
        doc: The tensor that this one was made from; zeros without one.
      - id: block_bytes
        type: u4
        doc: Size of the codes; 0 in tier 0.
  delta:
    doc: |
      What has to be added to a block, at some places, to get another one.

      That is value * scale, in float32. Chains of deltas follow each other without anything between, the oldest first.
    seq:
      - id: tensor_id
        type: b128le
      - id: block_index
        type: u4
      - id: base_epoch
        type: u8
        doc: Time of the block that it is added to.
      - id: num_entries
        type: u2
      - id: scale
        type: f4
      - id: entries
        type: entry
        repeat: expr
        repeat-expr: num_entries
        -array: {}
    types:
      entry:
        seq:
          - id: index
            type: u2
            doc: Place in the block.
          - id: value
            type: s2
  factors:
    doc: A matrix as the product U * diag(S) * V.
    seq:
      - id: tensor_id
        type: b128le
      - id: block_index
        type: u4
      - id: num_rows
        type: u4
      - id: num_columns
        type: u4
      - id: rank
        type: u4
        valid:
          min: 1
      - id: u
        size: 4 * num_rows * rank
        -array: {dtype: f4, shape: [num_rows, rank]}
      - id: s
        size: 4 * rank
        -array: {dtype: f4, shape: [rank]}
      - id: v
        size: 4 * rank * num_columns
        -array: {dtype: f4, shape: [rank, num_columns]}
  journal:
    doc: |
      A write of a block that is decided, and perhaps not yet done.

      It is quire's own file `redo.quire`, which is there for as long as this takes. Its parts have taken their places when
      the log has a record at `log_size`.
    seq:
      - id: magic
        contents: QTRJ
      - id: checksum
        type: u4
        -checksum: {algorithm: crc32, over: {behind: checksum}}
        doc: CRC-32 (of zlib) of all that follows.
      - id: log_size
        type: u8
        doc: Where in the log the record belongs.
      - id: record
        type: block_record
      - id: codes
        size: record.block_bytes
        doc: What belongs into the file of the block.
      - id: recipe
        size-eos: true
        doc: What belongs into `tier0/<block>.recipe`; nothing if that file stays as it is.
enums:
  value_type:
    0: float32
    1: float16
    2: bfloat16
  policy:
    0: none
    1: delta
    2: factor
