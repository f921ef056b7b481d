meta:
  id: floats
seq:
  - {id: single_be, type: f4be}
  - {id: single_le, type: f4le}
  - {id: double_be, type: f8be}
  - {id: double_le, type: f8le}
  - {id: infinite, type: f4le}
  - {id: negative_zero, type: f8le}
instances:
  doubled: {value: single_be * 2}
  cut: {value: double_le.to_i}
