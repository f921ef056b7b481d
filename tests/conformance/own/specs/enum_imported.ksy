meta:
  id: enum_imported
  endian: be
  imports:
    - enum_lib
seq:
  - id: f
    type: u2
    enum: enum_lib::fruit
  - id: l
    type: u1
    enum: enum_lib::box::lid
  - id: h
    type: b4
    enum: enum_lib::box::inner::hue
  - id: h2
    type: b4
    enum: enum_lib::box::inner::hue
  - id: b
    type: enum_lib::box
  - id: sub
    type: sub
  - id: sw
    type:
      switch-on: f
      cases:
        enum_lib::fruit::melon: u1
        enum_lib::fruit::pear: u2
  - id: p
    type: par(b.f, enum_lib::box::lid::shut)
types:
  par:
    params:
      - id: fr
        type: u2
        enum: enum_lib::fruit
      - id: li
        type: u1
        enum: enum_lib::box::lid
    instances:
      num:
        value: fr.to_i * 10 + li.to_i
  sub:
    seq:
      - id: v
        type: u1
        enum: enum_lib::fruit
    instances:
      is_pear:
        value: v == enum_lib::fruit::pear
instances:
  is_melon:
    value: f == enum_lib::fruit::melon
  lit:
    value: enum_lib::box::inner::hue::blue
  shut:
    value: b.lid == enum_lib::box::lid::shut
  same:
    value: b.f == sub.v
  abs_lit:
    value: ::enum_lib::box::lid::open
