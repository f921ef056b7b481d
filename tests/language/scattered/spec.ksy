meta:
  id: scattered
  endian: le
seq:
  - id: places
    type: places
  - id: few
    size: places.num_indices * 2
    -array: {dtype: s2, shape: [2, 3]}
    -codec:
      - sparse_scatter: {indices: places.indices}
  - {id: len_packed, type: u2}
  - id: packed
    size: len_packed
    -array: {dtype: u1, shape: [8]}
    -codec:
      - zlib: {level: 0}
      - sparse_scatter: {indices: places.indices}
  - {id: kind, type: u1, enum: kind}
  - id: rest
    size-eos: true
    -array: {dtype: f2, shape: [4]}
    -codec:
      switch-on: kind
      cases:
        kind::plain: []
        kind::packed: [zlib]
        kind::sparse:
          - sparse_scatter: {indices: places.indices}
types:
  places:
    seq:
      - {id: num_indices, type: u2}
      - id: indices
        size: num_indices * 4
        -array: {dtype: u4, shape: [num_indices]}
enums:
  kind: {0: plain, 1: packed, 2: sparse}
