meta:
  id: tiers
  title: Tiered quantised tensor
  file-extension: qtr
  license: Apache-2.0
  ks-version: "0.10"
  endian: le
  encoding: UTF-8
doc: |
  A tensor in quantised blocks; a format of quire's own.

  It is of any tier of ADR-019: hot (8 bits), warm (7 or 5), cold (3, with one scale or two), absent (no data). ADR-019 defines the blocks and leaves to a container what a reader must know to take them apart;
  this header is that container.
doc-ref: ADR-019, Tiered Quantization Formats, section 3.10
seq:
  - id: magic
    contents: QTIR
  - id: version
    type: u1
    valid: 1
  - id: num_bits
    type: u1
    valid:
      any-of: [0, 3, 5, 7, 8]
    doc: Width of a code; 0 for a tensor of which no data is kept (tier 0).
  - id: mode
    type: u1
    enum: scale_mode
    valid:
      expr: _ == scale_mode::single or (num_bits == 3 and _.to_i <= 2)
    -default: scale_mode::single
  - id: num_shape
    type: u1
  - id: block_size
    type: u4
    valid:
      min: 1
    -default: 64
    doc: Values in a block; the last block of the tensor may be shorter.
  - id: shape
    type: u8
    repeat: expr
    repeat-expr: num_shape
    -limit: 64
    doc: Elements in each dimension, the outermost first.
  - id: len_metadata
    type: u4
    doc: Length in bytes.
  - id: metadata
    type: str
    size: len_metadata
    -document:
      format: json
      compact: true
      fields:
        reconstruct:
          doc: How an absent tensor is made from others.
          optional: true
          fields:
            policy: {type: str, valid: {any-of: ['"delta"', '"factor"']}}
            source: {type: str, doc: Name of the tensor to begin with.}
    doc: JSON. Keys that are not listed here belong to the user.
  - id: len_two_level_blocks
    type: u4
    valid:
      expr: "mode == scale_mode::mixed ? _ > 0 : _ == 0"
    doc: Length in bytes.
  - id: two_level_blocks
    size: len_two_level_blocks
    -default: '[]'
    doc: |
      Empty unless blocks differ in their scales: then one bit for each block, the lowest bit first; 1 means that the block
      has two scales. Bits after the last block are 0.
  - id: len_blocks
    type: u8
    valid:
      expr: num_bits != 0 or _ == 0
    doc: Length of all blocks in bytes, 0 for an absent tensor.
  - id: padding
    size: (64 - _io.pos) % 64
    -fill: 0
    doc: Up to a multiple of 64 bytes, so that a mapped file can go to a GPU as it is.
  - id: blocks
    size: len_blocks
    if: num_bits != 0
    -array: {dtype: f4, shape: shape}
    -codec:
      - block_quant:
          bits: num_bits
          block_size: block_size
          two_level: mode == scale_mode::two_level
          two_level_blocks: two_level_blocks
    doc: |
      Blocks without anything between them. One scale: the scale (f4), then the codes. Two scales: primary (f4),
      secondary (f4), one bit for each value that says which, then the codes. 8-bit codes are int8, narrower ones biased
      by 2^(bits - 1) - 1 and packed from the least significant bit on; each part begins on a byte.
  - id: checksum
    type: u4
    if: num_bits != 0
    -checksum: {algorithm: crc32, over: blocks}
    doc: CRC-32 (of zlib) of the stored blocks.
  - id: end
    size: 0
    valid:
      expr: _io.eof
    doc: Nothing may follow.
enums:
  scale_mode:
    0:
      id: single
      doc: One scale for each block.
    1:
      id: two_level
      doc: Two scales for each block; 3 bits only.
    2:
      id: mixed
      doc: Either, as a bit for each block says; 3 bits only.
