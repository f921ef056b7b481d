meta:
  id: instances
  endian: le
  encoding: ASCII
seq:
  - {id: ofs_body, type: u1}
  - {id: num, type: u1}
  - {id: inner, type: inner}
types:
  inner:
    seq:
      - {id: factor, type: u1}
    instances:
      from_root: {value: _root.num * factor}
      body_byte: {pos: _root.ofs_body, type: u1}
      place: {value: _io.pos}
  item:
    seq:
      - {id: a, type: u1}
instances:
  half: {value: num / 2}
  left: {value: (0 - num) / 2}
  remainder: {value: (0 - num) % 4}
  chosen: {value: "num > 3 ? 'many' : 'few'"}
  text: {value: '"n=" + num.to_s'}
  interpolated: {value: 'f"{num}/{half}: {chosen}"'}
  numbers: {value: "[num, 300]"}
  some_bytes: {value: "[1, 2, 0xff]"}
  shifted: {value: (num << 4) | 1}
  flags: {value: "not (num == 5) or false"}
  body: {pos: ofs_body, size: 2}
  name: {pos: ofs_body + 2, type: strz}
  items: {pos: 3, type: item, repeat: expr, repeat-expr: 2}
  first_item: {pos: 3, type: item}
  size_of_file: {value: _io.size}
  last_name: {value: "name.substring(1, 3)"}
  ruled: {value: num * 2, -valid: {max: 10 + 0}}
  ruled_text: {value: chosen, -valid: "'many'"}
  ruled_kind: {value: num, enum: kind, if: num != 0, -valid: {in-enum: true}}
  ruled_by: {value: half + num, -valid: {expr: _ > num}}
  of_ruled: {value: ruled + 1}
enums:
  kind: {5: five}
