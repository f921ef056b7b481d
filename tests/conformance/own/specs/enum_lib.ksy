meta:
  id: enum_lib
enums:
  fruit:
    1: apple
    2: pear
    300: melon
types:
  box:
    enums:
      lid:
        0: open
        1: shut
    types:
      inner:
        enums:
          hue:
            7: red
            8: blue
    seq:
      - id: lid
        type: u1
        enum: lid
      - id: f
        type: u1
        enum: fruit
