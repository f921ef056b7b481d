meta:
  id: cryptodd
  title: cryptodd-arrays data
  application: cryptodd-arrays
  file-extension: cdd
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
  imports:
    - cdd
doc: |
  Arrays in chunks, appended to one file and found through a chain of index blocks.

  This is the layout that the program cryptodd-arrays 0.1.0 writes. The plan's own layout (magic 0xdeadbeef) is `cdd.ksy`,
  whose types of data these are, too.

  Blocks and chunks lie anywhere after the header, and rubbish may lie between and after them.
doc-ref: https://github.com/maxisoft/cryptodd-arrays
seq:
  - id: magic
    contents: [0xef, 0xbe, 0xdd, 0x0c]
    doc: 0x0cddbeef.
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
    doc: Of the library, entries of each index block; a zstd frame of eight bytes.
  - id: len_user_metadata
    type: u4
    doc: Stored length in bytes.
  - id: user_metadata
    size: len_user_metadata
    -limit: 67108864
    doc: |
      Of the user, any bytes (compact JSON when written from Python) in a zstd frame, which is of nothing if there are
      none.
instances:
  first_block:
    pos: 14 + len_metadata + len_user_metadata
    type: index_block
    doc: The others are where the one before them says, not necessarily side by side.
types:
  index_block:
    seq:
      - id: len_block
        type: u4
        valid:
          expr: _ >= 50 and _ % 8 == 2
        doc: Bytes of the whole block, this field included. It never changes, compressed or not.
      - id: type
        type: u2
        enum: index_type
        valid:
          in-enum: true
        -default: index_type::raw
      - id: hash
        size: 32
        doc: |
          BLAKE3 of count (u4) and offsets, in the form of a raw block. The next pointer is not covered. (A digest over
          two values that may be compressed: quire.cdd verifies it, the generated reader does not.)
      - id: ofs_next
        type: u8
        -default: 0
        doc: Where the next index block begins, 0 if there is none.
      - id: extent
        type: u4
        valid:
          expr: 'type == index_type::raw ? _ == num_entries : _ <= len_block - 50'
        doc: Of a raw block the number of entries, otherwise the stored length in bytes of the frame.
      - id: entries
        size: len_entries
        -array: {dtype: s8, shape: [num_entries]}
        -codec:
          switch-on: type
          cases:
            index_type::raw: []
            index_type::compressed:
              - zstd
              - xor_delta: {stored: '"int64"', width: 1, operation: '"add"'}
        doc: |
          Where the chunks begin in the file, in bytes; 0 is a free entry. What the program makes of a block that is full
          is a zstd frame of the differences between neighbouring entries, the first one against 0.
      - id: padding
        size: len_block - 50 - len_entries
        -fill: 0
        doc: The room that compression saved.
    instances:
      num_entries:
        value: (len_block - 50) / 8
        doc: Chunks that the block has room for.
      len_entries:
        value: 'type == index_type::raw ? 8 * num_entries : extent'
  chunk:
    doc: One array.
    seq:
      - id: len_chunk
        type: u4
        -derive: 56 + 8 * num_shape + len_data
        doc: Bytes of the whole chunk, this field included.
      - id: type
        type: u2
        enum: chunk_type
        valid:
          in-enum: true
      - id: dtype
        type: u2
        enum: cdd::data_type
        valid:
          in-enum: true
        doc: Of the array that a reader gets.
      - id: hash
        size: 32
        -checksum:
          algorithm: blake3
          over: data
          decoded: not flags.reconstruction_not_perfect
          if: not flags.skip_hash_check
        doc: BLAKE3 of the decoded array, or of the stored bytes where decoding does not give what was put in.
      - id: flags
        type: transforms
      - id: num_shape
        type: u4
        doc: Entries of the shape, the zero at its end included.
      - id: shape
        type: s8
        repeat: expr
        repeat-expr: num_shape
        -limit: 65
        doc: Elements in each dimension, the outermost first, then a zero.
      - id: len_data
        type: u4
        valid: len_chunk - 56 - 8 * num_shape
        doc: Stored length in bytes.
      - id: data
        size: len_data
        -array:
          dtype:
            switch-on: dtype
            cases:
              cdd::data_type::float16: f2
              cdd::data_type::float32: f4
              cdd::data_type::float64: f8
              cdd::data_type::int8: s1
              cdd::data_type::uint8: u1
              cdd::data_type::int16: s2
              cdd::data_type::uint16: u2
              cdd::data_type::int32: s4
              cdd::data_type::uint32: u4
              cdd::data_type::int64: s8
              cdd::data_type::uint64: u8
              cdd::data_type::bfloat16: bf2
          shape: dimensions
        -codec:
          switch-on: type
          cases:
            chunk_type::raw: []
            chunk_type::zstd_compressed:
              - zstd: {level: 1}
            chunk_type::okx_ob_simd_f16:
              - zstd
              - xor_delta: {stored: '"float16"', width: snapshot_size, planes: true}
            chunk_type::okx_ob_simd_f32:
              - zstd
              - xor_delta: {stored: '"float32"', width: snapshot_size, planes: true}
            chunk_type::binance_ob_simd_f16:
              - zstd
              - xor_delta: {stored: '"float16"', width: snapshot_size, planes: true}
            chunk_type::binance_ob_simd_f32:
              - zstd
              - xor_delta: {stored: '"float32"', width: snapshot_size, planes: true}
            chunk_type::generic_ob_simd_f16:
              - zstd
              - xor_delta: {stored: '"float16"', width: snapshot_size, planes: true}
            chunk_type::generic_ob_simd_f32:
              - zstd
              - xor_delta: {stored: '"float32"', width: snapshot_size, planes: true}
            chunk_type::temporal_1d_simd_f16:
              - zstd
              - xor_delta: {stored: '"float16"', width: 1, planes: true}
            chunk_type::temporal_1d_simd_f32:
              - zstd
              - xor_delta: {stored: '"float32"', width: 1, planes: true}
            chunk_type::temporal_1d_simd_i64_xor:
              - zstd
              - xor_delta: {stored: '"int64"', width: 1}
            chunk_type::temporal_1d_simd_i64_delta:
              - zstd
              - xor_delta: {stored: '"int64"', width: 1, operation: '"add"'}
            chunk_type::temporal_2d_simd_f16:
              - zstd
              - xor_delta: {stored: '"float16"', width: 1, rows: series_size, planes: true}
            chunk_type::temporal_2d_simd_f32:
              - zstd
              - xor_delta: {stored: '"float32"', width: 1, rows: series_size, planes: true}
            chunk_type::temporal_2d_simd_i64:
              - zstd
              - xor_delta: {stored: '"int64"', width: 1, rows: series_size}
        doc: |
          Order books and one-dimensional series: each row XOR the one before it. Two-dimensional series of shape (R, F):
          the flat array in F runs of R elements, each run on its own.
    instances:
      dimensions:
        value: shape
        -value: |
          len_data == 0 and shape.slice(0, shape.size - 1).product != 0 ? shape : shape.slice(0, shape.size - 1)
        doc: |
          The shape without the zero at its end.

          The program leaves that zero out where the last dimension is 0.
      snapshot_size:
        value: "dimensions.size > 2 ? dimensions[1] * dimensions[2] : 1"
        doc: Elements of a snapshot of an order book; 1 for shapes that no reader takes.
      series_size:
        value: "dimensions.size > 1 ? dimensions[0] : 1"
        doc: Elements of a series, of two axes; 1 for shapes that no reader takes.
  transforms:
    doc: 64 bits, the lowest first. The program looks at the last two alone.
    meta:
      bit-endian: le
    seq:
      - id: lz4
        type: b1
        -default: false
      - id: zstd
        type: b1
        -default: _parent.type == chunk_type::zstd_compressed
      - id: little_endian
        type: b1
        -default: true
      - id: big_endian
        type: b1
        -default: false
        doc: Stored without effect.
      - id: down_cast_8
        type: b1
        -default: false
      - id: down_cast_16
        type: b1
        -default: false
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
        -default: |
          _parent.type == chunk_type::okx_ob_simd_f16
          or _parent.type == chunk_type::binance_ob_simd_f16
          or _parent.type == chunk_type::generic_ob_simd_f16
          or _parent.type == chunk_type::temporal_1d_simd_f16
          or _parent.type == chunk_type::temporal_2d_simd_f16
        doc: Decoding does not give exactly what was stored; the hash is that of the stored bytes.
      - id: skip_hash_check
        type: b1
        -default: false
      - id: reserved
        type: b53
        -default: 0
enums:
  index_type:
    1: raw
    2: compressed
  chunk_type:
    1: raw
    2: zstd_compressed
    3: okx_ob_simd_f16
    4: okx_ob_simd_f32
    5: binance_ob_simd_f16
    6: binance_ob_simd_f32
    7: generic_ob_simd_f16
    8: generic_ob_simd_f32
    9: temporal_1d_simd_f16
    10: temporal_1d_simd_f32
    11: temporal_1d_simd_i64_xor
    12: temporal_1d_simd_i64_delta
    13: temporal_2d_simd_f16
    14: temporal_2d_simd_f32
    15: temporal_2d_simd_i64
