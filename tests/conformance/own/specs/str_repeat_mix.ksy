meta:
  id: str_repeat_mix
  encoding: UTF-8
seq:
  - id: num_names
    type: u1
  - id: names
    type: strz
    repeat: expr
    repeat-expr: num_names
  - id: until_empty
    type: strz
    repeat: until
    repeat-until: _ == ""
  - id: until_len
    type: str
    terminator: 0x2c
    repeat: until
    repeat-until: _.length > 3 or _ == names[0]
  - id: grow
    type: str
    size: _index + 1
    repeat: expr
    repeat-expr: 4
  - id: chunks
    size: grow[_index].length % 3
    repeat: until
    repeat-until: _.size == 0 or _[0] == 0x21
  - id: fixed
    size: 3
    pad-right: 0x20
    repeat: expr
    repeat-expr: 3
  - id: lines
    type: str
    terminator: 10
    include: true
    eos-error: false
    repeat: eos
instances:
  joined:
    value: 'names[0] + "/" + names[1] + ''\'' + names.last'
  total:
    value: 'names.size + lines.size'
  cmp:
    value: 'names[0] < names[1]'
  first_line:
    value: 'lines.first'
  maxname:
    value: 'names.max'
  minname:
    value: 'names.min'
  rev:
    value: 'names[1].reverse'
  ch0:
    value: 'chunks[0]'
  fx:
    value: 'fixed.last'
  too_far:
    value: 'names[7]'
  neg_idx:
    value: 'names[-1]'
