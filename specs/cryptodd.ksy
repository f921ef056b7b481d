meta:
  id: cryptodd
  title: cryptodd-arrays data
  application: cryptodd-arrays
  file-extension: cdd
  license: Apache-2.0
  ks-version: "0.10"
  endian: le
doc: |
  Arrays in chunks, appended to one file and found through a chain of index blocks: the layout that the program
  cryptodd-arrays 0.1.0 writes. The plan's own layout (magic 0xdeadbeef) is `cdd.ksy`.

  Blocks and chunks lie anywhere after the header, and rubbish may lie between and behind them.
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
    -codec:
      - zstd: {size: 8}
    -type: internal_metadata
    doc: Of the library; a zstd frame.
  - id: len_user_metadata
    type: u4
    doc: Stored length in bytes.
  - id: user_metadata
    size: len_user_metadata
    -codec: [zstd]
    -limit: 67108864
    doc: Of the user, any bytes (compact JSON when written from Python); a zstd frame, of nothing if there is none.
  - id: index_blocks
    type: 'index_block_at(_index == 0 ? _io.pos : index_blocks[_index - 1].block.ofs_next)'
    repeat: until
    repeat-until: _.block.ofs_next == 0
    doc: The chain of index blocks. The first one follows the header.
types:
  internal_metadata:
    seq:
      - id: capacity
        type: u8
        -default: 4096
        doc: Chunks of each index block.
  index_block_at:
    doc: Occupies no bytes here; `block` is elsewhere.
    params:
      - id: ofs_block
        type: u8
        doc: Absolute, in bytes.
    instances:
      block:
        io: _root._io
        pos: ofs_block
        type: index_block
        valid:
          expr: _.ofs_next == 0 or _.ofs_next >= ofs_block + _.len_block
        doc: The chain runs forward, so it cannot be a circle.
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
        -default: index_type::raw
      - id: hash
        size: 32
        -checksum: {algorithm: blake3, over: ["[num_entries].as<u4[]>", ofs_chunks]}
        doc: BLAKE3 of count (u4) and offsets, in the form of a raw block. The next pointer is not covered.
      - id: ofs_next
        type: u8
        -default: 0
        doc: Where the next index block begins, 0 if there is none.
      - id: body
        size: len_block - 46
        type:
          switch-on: type
          cases:
            index_type::raw: raw_entries
            index_type::compressed: compressed_entries(num_entries)
    instances:
      num_entries:
        value: (len_block - 50) / 8
        doc: Chunks that the block has room for.
      ofs_chunks:
        value: body.as<raw_entries>.ofs_chunks
        if: type == index_type::raw
        -value: 'type == index_type::raw ? body.as<raw_entries>.ofs_chunks : body.as<compressed_entries>.frame.decoded'
        -if: true
        doc: Where the chunks begin in the file, in bytes; 0 is a free entry.
      chunks:
        type: chunk_at(ofs_chunks[_index])
        repeat: expr
        repeat-expr: 'type == index_type::raw ? num_entries : 0'
        -repeat-expr: num_entries
        doc: Readers that cannot decompress see none in a compressed block.
  raw_entries:
    seq:
      - id: num_ofs_chunks
        type: u4
        valid: _parent.num_entries
      - id: ofs_chunks
        type: u8
        repeat: expr
        repeat-expr: num_ofs_chunks
        -array: {}
        doc: Where the chunks begin in the file, in bytes; 0 is a free entry.
  compressed_entries:
    doc: What the program makes of a block that is full.
    params:
      - id: num_entries
        type: u4
    seq:
      - id: len_frame
        type: u4
      - id: frame
        size: len_frame
        -array: {dtype: u8, shape: [num_entries]}
        -codec: [zstd, delta]
        doc: A zstd frame of the differences between neighbouring offsets, the first one against 0.
      - id: padding
        size-eos: true
        -fill: 0
        doc: The room that compression saved.
  chunk_at:
    doc: Occupies no bytes here; `chunk` is elsewhere.
    params:
      - id: ofs_chunk
        type: u8
        doc: Absolute, in bytes; 0 means that there is none.
    instances:
      chunk:
        io: _root._io
        pos: ofs_chunk
        type: chunk
        if: ofs_chunk != 0
  chunk:
    doc: One array.
    seq:
      - id: len_chunk
        type: u4
        -derive: _sizeof
        doc: Bytes of the whole chunk, this field included.
      - id: type
        type: u2
        enum: chunk_type
      - id: dtype
        type: u2
        enum: data_type
        doc: Of the array that a reader gets.
      - id: hash
        size: 32
        -checksum:
          algorithm: blake3
          over: 'flags.reconstruction_not_perfect ? data : data.decoded'
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
        -array: {}
        -derive: data.shape + [0]
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
          shape: shape.slice(0, num_shape - 1)
        -codec:
          switch-on: type
          cases:
            chunk_type::raw: []
            chunk_type::zstd_compressed: [zstd]
            chunk_type::okx_ob_simd_f16: [zstd, byte_shuffle, xor_delta, cast: {from: f2}]
            chunk_type::okx_ob_simd_f32: [zstd, byte_shuffle, xor_delta]
            chunk_type::binance_ob_simd_f16: [zstd, byte_shuffle, xor_delta, cast: {from: f2}]
            chunk_type::binance_ob_simd_f32: [zstd, byte_shuffle, xor_delta]
            chunk_type::generic_ob_simd_f16: [zstd, byte_shuffle, xor_delta, cast: {from: f2}]
            chunk_type::generic_ob_simd_f32: [zstd, byte_shuffle, xor_delta]
            chunk_type::temporal_1d_simd_f16: [zstd, byte_shuffle, xor_delta, cast: {from: f2}]
            chunk_type::temporal_1d_simd_f32: [zstd, byte_shuffle, xor_delta]
            chunk_type::temporal_1d_simd_i64_xor: [zstd, xor_delta]
            chunk_type::temporal_1d_simd_i64_delta: [zstd, delta]
            chunk_type::temporal_2d_simd_f16:
              - zstd
              - byte_shuffle
              - xor_delta: {stride: 1, restart: "shape[0]"}
              - cast: {from: f2}
            chunk_type::temporal_2d_simd_f32:
              - zstd
              - byte_shuffle
              - xor_delta: {stride: 1, restart: "shape[0]"}
            chunk_type::temporal_2d_simd_i64:
              - zstd
              - xor_delta: {stride: 1, restart: "shape[0]"}
        doc: |
          Order books and one-dimensional series: each row XOR the one before it. Two-dimensional series of shape (R, F):
          the flat array in F runs of R elements, each run on its own.
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
