meta:
  id: cdd
  title: CryptoDD data
  file-extension: cdd
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  Arrays in chunks, appended to one file and found through a chain of index blocks. This is the layout of the plan
  (magic 0xdeadbeef); the layout of the cryptodd-arrays program, which differs in almost every field, is `cryptodd.ksy`.

  Blocks and chunks lie anywhere after the header, not necessarily side by side.
doc-ref: Revised Plan, High-Performance C++ Data Store, section 2
seq:
  - id: magic
    contents: [0xef, 0xbe, 0xad, 0xde]
    doc: 0xdeadbeef.
  - id: version
    type: u2
    valid: 1
  - id: len_metadata
    type: u4
    doc: Stored length in bytes.
  - id: metadata
    size: len_metadata
    -array: {dtype: u8, shape: [1]}
    -codec: [zstd]
    doc: |
      Of the library: entries of each index block, the pointer to the next one included; a zstd frame of eight bytes.
  - id: len_user_metadata
    type: u4
    doc: Stored length in bytes; 0 means none.
  - id: user_metadata
    size: len_user_metadata
    -limit: 67108864
    doc: Of the user, any bytes in a zstd frame; a frame of nothing is none, too.
instances:
  first_block:
    pos: 14 + len_metadata + len_user_metadata
    type: index_block
    doc: The others are where the one before them says, not necessarily side by side.
types:
  index_block:
    doc: Where the chunks are ("2.3. Chunk Index").
    seq:
      - id: len_block
        type: u4
        valid:
          expr: _ >= 38 and _ % 8 == 6
        doc: Bytes of the whole block, this field included. It never changes, compressed or not.
      - id: type
        type: u2
        enum: index_type
        valid:
          in-enum: true
        -default: index_type::raw
      - id: hash
        size: 16
        -checksum: {algorithm: blake3, over: entries, decoded: true}
        doc: First 16 bytes of BLAKE3 over the entries, uncompressed.
      - id: entries
        size: len_block - 22
        -array: {dtype: u8, shape: [num_entries]}
        -codec:
          switch-on: type
          cases:
            index_type::raw: []
            index_type::lz4:
              - lz4: {padded: true}
        doc: |
          Where the chunks begin in the file, in bytes, 0 for a free entry; the last entry is where the next index block
          begins, 0 if there is none. Compressed, it is an LZ4 frame and then zeros.
    instances:
      num_entries:
        value: (len_block - 22) / 8
        doc: The pointer to the next block included.
  chunk:
    doc: One array ("2.4. Data Chunk").
    seq:
      - id: len_chunk
        type: u4
        doc: Bytes of the whole chunk, this field included.
      - id: type
        type: u2
        enum: chunk_type
        valid:
          in-enum: true
      - id: dtype
        type: u2
        enum: data_type
        valid:
          in-enum: true
        doc: Of the array that a reader gets; float32 for the order-book types.
      - id: hash
        size: 16
        -checksum:
          algorithm: blake3
          over: data
          decoded: true
          if: not flags.skip_hash_check
        doc: First 16 bytes of BLAKE3 over the decoded array, so for float16 types over the rounded values.
      - id: flags
        type: transforms
      - id: shape
        type: u4
        repeat: until
        repeat-until: _ == 0
        -limit: 65
        doc: Elements in each dimension, the outermost first, then a zero. So no dimension can be empty.
      - id: data
        size: len_chunk - 32 - 4 * shape.size
        -array:
          dtype:
            switch-on: dtype
            cases:
              data_type::float16: f2
              data_type::float32: f4
              data_type::float64: f8
              data_type::int8: s1
              data_type::uint8: u1
              data_type::int16: s2
              data_type::uint16: u2
              data_type::int32: s4
              data_type::uint32: u4
              data_type::int64: s8
              data_type::uint64: u8
              data_type::bfloat16: bf2
          shape: dimensions
        -codec:
          switch-on: type
          cases:
            chunk_type::raw: []
            chunk_type::zstd:
              - zstd: {level: 1}
            chunk_type::okx_ob_simd_f16:
              - zstd
              - xor_delta: {stored: '"float16"', width: snapshot_size, planes: true}
            chunk_type::okx_ob_simd_f32:
              - zstd
              - xor_delta: {stored: '"float32"', width: snapshot_size, planes: true}
            chunk_type::generic_ob_simd:
              - zstd
              - xor_delta:
                  stored: 'flags.down_cast_16 ? "float16" : "float32"'
                  width: snapshot_size
                  planes: true
        doc: |
          Order books: rounded to float16 where the type says so, each snapshot XOR the one before it, bytes of equal
          significance gathered, then a zstd frame.
    instances:
      dimensions:
        value: shape
        -value: shape.slice(0, shape.size - 1)
        doc: The shape without the zero at its end.
      snapshot_size:
        value: "dimensions.size > 2 ? dimensions[1] * dimensions[2] : 1"
        doc: Elements of a snapshot of an order book; 1 for shapes that no reader takes.
  transforms:
    doc: 64 bits, the lowest first. Numbers of the program; the plan names two of them.
    meta:
      bit-endian: le
    seq:
      - id: lz4
        type: b1
        -default: false
      - id: zstd
        type: b1
        -default: _parent.type == chunk_type::zstd
      - id: little_endian
        type: b1
        -default: true
      - id: big_endian
        type: b1
        -default: false
      - id: down_cast_8
        type: b1
        -default: false
      - id: down_cast_16
        type: b1
        -default: _parent.type == chunk_type::okx_ob_simd_f16
        doc: Stored as float16; what decides for `generic_ob_simd`.
      - id: down_cast_32
        type: b1
        -default: false
      - id: down_cast_64
        type: b1
        -default: false
      - id: down_cast_128
        type: b1
        -default: false
      - id: reconstruction_not_perfect
        type: b1
        -default: down_cast_16
        doc: Decoding does not give exactly what was stored.
      - id: skip_hash_check
        type: b1
        -default: false
      - id: reserved
        type: b53
        -default: 0
  end_of_copy:
    doc: |
      The end of a file whose header is being replaced, in either layout.

      The new header and index block stand before it, and the magic of the file is zeros meanwhile. Whoever opens it for writing puts the copy in its place.
    seq:
      - id: len_copy
        type: u8
        doc: Bytes of the copy.
      - id: hash
        size: 16
        doc: First 16 bytes of BLAKE3 over the copy.
      - id: tag
        contents: CDDstart
enums:
  index_type:
    0: raw
    1: lz4
  chunk_type:
    0:
      id: raw
      doc: The bytes of the array.
    1:
      id: zstd
      doc: One zstd frame.
    2:
      id: okx_ob_simd_f16
      doc: Order book of shape (N, 50, 3), through float16.
    3:
      id: okx_ob_simd_f32
      doc: Order book of shape (N, 50, 3).
    4:
      id: generic_ob_simd
      doc: Order book of shape (N, depth, features).
  data_type:
    1: float16
    2: float32
    3: float64
    4: int8
    5: uint8
    6: int16
    7: uint16
    8: int32
    9: uint32
    10: int64
    11: uint64
    12: bfloat16
