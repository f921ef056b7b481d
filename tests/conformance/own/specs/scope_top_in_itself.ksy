meta:
  id: scope_top_in_itself
  endian: le
seq:
  - id: tag
    type: u1
  - id: val
    type: node
  - id: child
    type: scope_top_in_itself
    if: tag != 0
  - id: boxed
    type: scope_top_in_itself
    size: 2
    if: tag == 2
types:
  node:
    seq:
      - id: v
        type: u1
      - id: more
        type: scope_top_in_itself
        if: v == 7
    instances:
      parent_tag:
        value: _parent.tag
      root_tag:
        value: _root.tag
instances:
  root_tag:
    value: _root.tag
  up_tag:
    value: _parent.as<scope_top_in_itself>.tag
    if: tag == 0 and _io.size < 5
