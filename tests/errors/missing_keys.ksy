# error[Q203] 14:31 /seq/0/repeat: `repeat: expr` needs `repeat-expr`
# error[Q203] 15:31 /seq/1/repeat: `repeat: until` needs `repeat-until`
# error[Q203] 16:19 /seq/2/type: a switch needs `switch-on` and `cases`
# error[Q203] 17:30 /seq/3/-array: `-array` needs a `shape`
# error[Q203] 18:34 /seq/4/-checksum: `-checksum` needs `over`
#   help: the field that the digest is of
# error[Q203] 19:61 /seq/5/-document: `-document` needs a `format`
#   help: expected one of `json`
# error[Q203] 27:15 /seq/6/-document/fields/both: a schema has one of `type`, `fields` and `items`
# error[Q203] 28:18 /seq/6/-document/fields/neither: a schema has one of `type`, `fields` and `items`
meta:
  id: missing
seq:
  - {id: a, type: u1, repeat: expr}
  - {id: b, type: u1, repeat: until}
  - {id: c, type: {switch-on: a}}
  - {id: d, size: 4, -array: {dtype: u1}}
  - {id: e, type: u1, -checksum: {algorithm: crc32}}
  - {id: f, type: str, size: 4, encoding: ASCII, -document: {fields: {x: int}}}
  - id: g
    type: str
    size: 4
    encoding: ASCII
    -document:
      format: json
      fields:
        both: {type: int, items: int}
        neither: {doc: x}
