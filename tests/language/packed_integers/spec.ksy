meta:
  id: packed_integers
  endian: le
  encoding: ASCII
doc: Measurements as small integers with a scale and an offset, as weather data is packed.
seq:
  - {id: rows, type: u1}
  - {id: scale, type: f4}
  - {id: offset, type: f4}
  - id: temperatures
    size: rows * 2 * 2
    -array: {dtype: f4, shape: [rows, 2]}
    -codec: [affine_int: {stored: '"int16"', scale: scale, offset: offset}]
  - id: depths
    size: 4
    -array: {dtype: f4, shape: [2]}
    -codec: [affine_int: {stored: '"uint16"', scale: 0.25, offset: 0}]
  - id: levels
    size: 2
    -array: {dtype: f4, shape: [2]}
    -codec: [affine_int: {stored: '"int8"', scale: 1, offset: -1.5}]
