meta:
  id: valid_nested_fail
  ks-debug: true
seq:
  - id: num
    type: u1
  - id: recs
    type: rec
    size: 3
    repeat: until
    repeat-until: _.kind == 0 or _.chk > 100
  - id: use
    type: u1
    if: lazy == 7
instances:
  lazy:
    pos: num
    type: u1
    valid:
      max: 9
  lazy_rec:
    pos: 1
    type: rec
  eager:
    value: lazy + 1
types:
  rec:
    seq:
      - id: kind
        type: u1
        valid:
          max: 10
      - id: body
        type:
          switch-on: kind
          cases:
            1: strict
            2: loose
            _: u1
    instances:
      chk:
        pos: 2
        type: u1
        valid:
          expr: _ != 0x55
  strict:
    seq:
      - contents: 'S'
      - id: v
        type: u1
        valid:
          min: _root.num
          max: 250
  loose:
    seq:
      - id: v
        size: 1
        valid:
          expr: _[0] > 0x40
