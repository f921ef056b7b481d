meta:
  id: references
  endian: le
seq:
  - {id: tree, type: node}
  - {id: first, type: second_kind}
types:
  node:
    doc: A node, whose children are nodes.
    seq:
      - {id: value, type: u1}
      - {id: num_children, type: u1}
      - {id: children, type: node, repeat: expr, repeat-expr: num_children}
    instances:
      is_leaf: {value: num_children == 0}
      sum: {value: "is_leaf ? value : value + children[0].as<node>.value"}
  second_kind:
    seq:
      - {id: third, type: third_kind}
    instances:
      early: {value: late + 1}
      late: {value: third.a * 2}
  third_kind:
    seq:
      - {id: a, type: u1}
      - {id: again, type: second_kind, if: a != 0}
