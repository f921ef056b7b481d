meta:
  id: switch_repeat_until
  endian: be
  encoding: ASCII
seq:
  - id: nums
    type:
      switch-on: _index % 2
      cases:
        0: u1
        1: u2
    repeat: until
    repeat-until: _ > 300
  - id: structs
    type:
      switch-on: nums[_index % 2]
      cases:
        1: a
        2: b
    repeat: until
    repeat-until: _.as<a>.k == 0
  - id: sized
    size: 2
    type:
      switch-on: _index
      cases:
        0: a
        1: b
        _: a
    repeat: until
    repeat-until: sized.size == 3
  - id: strs
    type:
      switch-on: strs.size
      cases:
        0: strz
        _: strz
    repeat: until
    repeat-until: _ == "end"
  - id: bounded
    size: 3
    type: bounded
  - id: eos
    type:
      switch-on: _index
      cases:
        0: a
        _: u1
    repeat: eos
types:
  a:
    seq:
      - id: k
        type: u1
  b:
    seq:
      - id: k
        type: u1
      - id: l
        type: u1
  bounded:
    seq:
      - id: l
        type:
          switch-on: _io.size
          cases:
            3: a
            _: b
        repeat: eos
instances:
  total:
    value: nums.size + structs.size
  last_num:
    value: nums.last + 1
