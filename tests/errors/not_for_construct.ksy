# error[Q903] 6:5 /seq/0: Construct cannot express `theirs`: the parameters of a type that nothing defines have no names
# warning[Q903] 8:5 /seq/2: Construct may not read or build `early`: it, or what is in it, depends on `late`, which is read later
# error[Q903] 17:14 /types/early/types/early: Construct has one name for `not_for_construct::early::early` and `not_for_construct::early__early`: `not_for_construct__early__early`
meta: {id: not_for_construct, endian: le, ks-opaque-types: true}
seq:
  - {id: theirs, type: their_type(3)}
  - {id: count, type: u1}
  - {id: early, type: early}
  - {id: fine, type: u1}
  - {id: late, type: u1}
types:
  early__early: {}
  early:
    seq:
      - {id: x, size: _parent.late}
    types:
      early: {}
