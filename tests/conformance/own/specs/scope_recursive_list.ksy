meta:
  id: scope_recursive_list
seq:
  - id: tree
    type: node(0)
types:
  node:
    params:
      - id: depth
        type: u1
    seq:
      - id: hdr
        type: hdr
      - id: kids
        type: node(depth + 1)
        repeat: expr
        repeat-expr: hdr.num
      - id: pair
        type: pair
        if: hdr.num == 0
    types:
      hdr:
        seq:
          - id: num
            type: b4
          - id: tag
            type: b4
      pair:
        seq:
          - id: x
            type: u1
        instances:
          d:
            value: _parent.depth
    instances:
      total:
        value: 'hdr.num == 0 ? pair.x : kids[0].depth + (hdr.num > 1 ? kids[1].hdr.tag : 0)'
      deepest:
        value: 'kids.size > 0 ? kids.last.depth * 2 : depth'
