meta:
  id: named_dtypes
  encoding: ASCII
  endian: le
seq:
  - {id: kind, type: u1}
  - id: chosen
    size: 4
    -array: {dtype: {switch-on: kind, cases: {1: bool, 2: f1e5m2, 3: bf2, _: s2be}}, shape: [-1]}
  - {id: brain, size: 2, -array: {dtype: bf2, shape: [1]}}
  - {id: dtype, type: strz}
  - {id: order, type: str, size: 1}
  - {id: named, size: 8, -array: {dtype-name: dtype, shape: [2, 2], order: order}}
