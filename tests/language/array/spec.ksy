meta:
  id: array
  endian: le
seq:
  - {id: rows, type: u1}
  - {id: columns, type: u1}
  - id: grid
    size: rows * columns * 2
    -array: {dtype: s2, shape: [rows, columns]}
  - id: big
    size: 8
    -array: {dtype: u4be, shape: [2]}
  - id: by_column
    size: 6
    -array: {dtype: u1, shape: [2, 3], order: F}
  - id: halves
    size: 4
    -array: {dtype: f2, shape: [2]}
  - id: plane
    size: 4
    -array: {dtype: u1, shape: "[2, 2]"}
  - id: nothing
    size: 0
    -array: {dtype: f8, shape: [0, 4]}
