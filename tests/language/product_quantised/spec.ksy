meta:
  id: product_quantised
  endian: le
seq:
  - {id: use_norms, type: u1}
  - {id: use_projection, type: u1}
  - {id: rows, type: u2}
  - id: projection
    size: 64
    if: use_projection != 0
    -array: {dtype: f4, shape: [4, 4]}
  - id: codebooks
    size: 48
    -array: {dtype: f4, shape: [2, 3, 2]}
  - id: norms
    size: rows * 4
    if: use_norms != 0
    -array: {dtype: f4, shape: [rows]}
  - id: plain
    size: rows * 2
    -array: {dtype: f4, shape: [rows, 4]}
    -codec:
      - pq: {codebooks: codebooks}
  - id: vectors
    size: rows * 2
    -array: {dtype: f4, shape: [rows, 4]}
    -codec:
      - pq: {codebooks: codebooks, projection: projection, norms: norms}
