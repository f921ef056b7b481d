# error[Q401] 7:50 /seq/0/-array/shape: the elements differ: type `shape_of_a_record`, an integer
# error[Q401] 8:50 /seq/1/-array/shape: the elements differ: a string, an integer
meta:
  id: shape_of_a_record
  endian: le
seq:
  - {id: a, size: 64, -array: {dtype: f4, shape: [_root, 4]}}
  - {id: b, size: 64, -array: {dtype: f4, shape: ["'4'", 4]}}
