# error[Q506] 6:23 /seq/1/size: the field has 10 bytes, but an array of this shape takes 16 of its dtype
# error[Q506] 8:23 /seq/3/size: the field has 10 bytes, but an array of this shape takes 8 in `fp16`
meta: {id: sizes_of_arrays, endian: le}
seq:
  - {id: num_rows, type: u1}
  - {id: plain, size: 10, -array: {dtype: f4, shape: [4]}}
  - {id: right, size: 16, -array: {dtype: f4, shape: [4]}}
  - {id: coded, size: 10, -array: {dtype: f4, shape: [4]}, -codec: [fp16]}
  - {id: fitting, size: 8, -array: {dtype: f4, shape: [4]}, -codec: [fp16]}
  - {id: of_data, size: 10, -array: {dtype: f4, shape: [num_rows]}}
  - {id: rest, size: 10, -array: {dtype: f4, shape: [-1, 2]}}
  - {id: packed, size: 10, -array: {dtype: f4, shape: [4]}, -codec: [zstd]}
