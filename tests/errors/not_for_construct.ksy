# error[Q903] 6:5 /seq/0: Construct cannot express `theirs`: the parameters of a type that nothing defines have no names
# warning[Q903] 9:5 /seq/3: Construct may not read `early`: it, or what is in it, goes by `late`, which is read later
# error[Q903] 13:11 /instances/holder: Construct cannot express `holder`: `_parent` of a record that was read: a container does not know what holds it
meta: {id: not_for_construct, endian: le, ks-opaque-types: true}
seq:
  - {id: theirs, type: their_type(3)}
  - {id: count, type: u1}
  - {id: part, type: inner}
  - {id: early, type: early}
  - {id: fine, type: u1}
  - {id: late, type: u1}
instances:
  holder: {value: part._parent.fine}
types:
  inner:
    seq:
      - {id: a, type: u1}
  early:
    seq:
      - {id: x, size: _parent.late}
