# error[Q903] 6:5 /seq/0: Construct cannot express `theirs`: `their_type` is a class of somebody else's, and no construct
# error[Q903] 7:5 /seq/1: Construct cannot express `coded`: the routine `their.routine` is somebody else's, and no construct
# error[Q903] 11:11 /instances/holder: Construct cannot express `holder`: `_parent` of a record that was read: a container does not know what holds it
meta: {id: not_for_construct, endian: le, ks-opaque-types: true}
seq:
  - {id: theirs, type: their_type}
  - {id: coded, size: 4, process: their.routine(3)}
  - {id: part, type: inner}
  - {id: fine, type: u1}
instances:
  holder: {value: part._parent.fine}
types:
  inner:
    seq:
      - {id: a, type: u1}
