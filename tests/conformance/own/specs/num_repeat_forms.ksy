meta:
  id: num_repeat_forms
  endian: be
seq:
  - id: u1s
    type: u1
    repeat: until
    repeat-until: _ == 0
  - id: s2s
    type: s2
    repeat: until
    repeat-until: _ < 0 or _io.eof
  - id: f4s
    type: f4
    repeat: until
    repeat-until: _ > 1.5
  - id: b3s
    type: b3
    repeat: until
    repeat-until: _ == 7
  - id: flags
    type: b1
    repeat: until
    repeat-until: _
  - id: num_rec
    type: u1
  - id: recs
    type: rec
    repeat: expr
    repeat-expr: num_rec * 2
  - id: en
    type: u1
    enum: e
    repeat: until
    repeat-until: _ == e::stop
  - id: strs
    type: strz
    encoding: ASCII
    repeat: until
    repeat-until: _ == "end" or _.length == 0
  - id: tail
    type: u2
    repeat: eos
types:
  rec:
    seq:
      - id: a
        type: u1
      - id: b
        type: u1
        if: a == 1
enums:
  e:
    1: go
    2: stop
instances:
  sum:
    value: 's2s.first + s2s.last'
  cnt:
    value: 'u1s.size * 1000 + recs.size'
  max_tail:
    value: 'tail.max'
  fmin:
    value: 'f4s.min'
  en_last:
    value: 'en.last'
  en_first:
    value: 'en[0].to_i'
