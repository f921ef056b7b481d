meta:
  id: params_arrays
  endian: be
  encoding: ASCII
seq:
  - id: nums
    type: u2
    repeat: expr
    repeat-expr: 3
  - id: names
    type: strz
    repeat: expr
    repeat-expr: 2
  - id: blobs
    size: 2
    repeat: expr
    repeat-expr: 2
  - id: pts
    type: pt
    repeat: expr
    repeat-expr: 2
  - id: kinds
    type: u1
    enum: kind
    repeat: expr
    repeat-expr: 2
  - id: flags
    type: b1
    repeat: expr
    repeat-expr: 3
  - id: floats
    type: f4
    repeat: expr
    repeat-expr: 2
  - id: use
    type: user(nums, names, blobs, pts, kinds, flags, floats)
  - id: lits
    type: lits([300, 400, -1], ["p", 'q'], [1, 2, 3], [1.5, 2.5])
  - id: empty
    type: lits([].as<s4[]>, [names[1]], [].as<bytes>, floats)
enums:
  kind:
    0: zero
    1: one
types:
  pt:
    seq:
      - id: x
        type: u1
      - id: y
        type: u1
  user:
    params:
      - id: nums
        type: u2[]
      - id: names
        type: str[]
      - id: blobs
        type: bytes[]
      - id: pts
        type: pt[]
      - id: kinds
        type: any
      - id: flags
        type: bool[]
      - id: floats
        type: f4[]
    seq:
      - id: picks
        type: u1
        repeat: expr
        repeat-expr: nums.size - 1
    instances:
      num:
        value: nums[picks[0]]
      name:
        value: names[picks[1]] + names.first
      blob:
        value: blobs.last[0]
      pt_x:
        value: pts[1].x + pts.first.y
      any_flag:
        value: flags[0] or flags[1] or flags[2]
      max:
        value: nums.max
      min_f:
        value: floats.min
      is_one:
        value: pts.size == 2 and nums.min == 1
  lits:
    params:
      - id: i
        type: s4[]
      - id: s
        type: str[]
      - id: b
        type: bytes
      - id: f
        type: f8[]
    instances:
      n:
        value: i.size + s.size + b.size + f.size
