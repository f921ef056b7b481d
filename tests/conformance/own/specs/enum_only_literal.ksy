meta:
  id: enum_only_literal
enums:
  e:
    3: three
