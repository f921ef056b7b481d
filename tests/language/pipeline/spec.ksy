meta:
  id: pipeline
  endian: le
seq:
  - id: plain
    size: 4
    -array: {dtype: s2, shape: [2]}
    -codec: []
  - {id: len_words, type: u2}
  - id: words
    size: len_words
    -array: {dtype: u4, shape: [2]}
    -codec:
      - zstd: {level: 3}
  - {id: len_padded, type: u2}
  - id: padded
    size: len_padded
    -array: {dtype: u1, shape: [4]}
    -codec:
      - lz4: {padded: true}
  - {id: len_rows, type: u2}
  - id: rows
    size: len_rows
    -array: {dtype: f4, shape: [2, 2]}
    -codec:
      - zstd
      - xor_delta: {stored: '"float16"', width: 2, planes: true}
  - id: shape
    type: u2
    repeat: until
    repeat-until: _ == 0
    -limit: 9
  - {id: dtype, type: u1, enum: dtype}
  - {id: scheme, type: u1, enum: scheme}
  - {id: len_chosen, type: u2}
  - id: chosen
    size: len_chosen
    -array:
      dtype:
        switch-on: dtype
        cases:
          dtype::half: f2
          dtype::short: s2
          dtype::offset: u8
          dtype::position: u8
          dtype::brain: bf2
      shape: dimensions
    -codec:
      switch-on: scheme
      cases:
        scheme::stored: []
        scheme::copied: [raw]
        scheme::small: [zstd]
        scheme::smaller: [zstd]
        scheme::fast: [lz4]
instances:
  dimensions:
    value: shape
    -value: shape.slice(0, shape.size - 1)
enums:
  dtype: {1: half, 2: short, 3: offset, 4: position, 5: brain}
  scheme: {0: stored, 1: copied, 2: small, 3: smaller, 4: fast}
