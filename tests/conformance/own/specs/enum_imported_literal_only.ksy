meta:
  id: enum_imported_literal_only
  imports: enum_only_literal
seq:
  - id: v
    type: u1
    if: enum_only_literal::e::three.to_i == 3
  - id: w
    size: enum_only_literal::e::three.to_i
