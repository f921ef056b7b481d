meta:
  id: inst_of_inst
  endian: le
seq:
  - id: start
    type: u1
instances:
  p1:
    pos: start
    type: u1
  p2:
    pos: p1
    type: u1
  p3:
    pos: p2
    type: node
  via:
    value: p3.next.next.v
  v2:
    value: via * 2 + p1
  late:
    value: v2 + p3.v
  dead:
    value: p3.next.next.next.v
types:
  node:
    seq:
      - id: v
        type: u1
      - id: nx
        type: u1
    instances:
      next:
        pos: nx
        type: node
        if: nx != 0
      has_next:
        value: nx != 0
      sum:
        value: 'has_next ? v + next.v : v'
