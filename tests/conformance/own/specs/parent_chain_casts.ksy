meta:
  id: parent_chain_casts
seq:
  - id: lvl
    type: u1
  - id: l1
    type: l1
  - id: shared_top
    type: shared
types:
  l1:
    seq:
      - id: lvl
        type: u1
      - id: l2s
        type: l2
        repeat: expr
        repeat-expr: 2
      - id: shared
        type: shared
        size: 2
    types:
      l2:
        seq:
          - id: lvl
            type: u1
          - id: l3
            type: l3
          - id: sh
            type: shared
        types:
          l3:
            seq:
              - id: lvl
                type: u1
            instances:
              chain:
                value: lvl + _parent.lvl * 10 + _parent._parent.lvl * 100 + _parent._parent._parent.lvl * 1000
              via_root:
                value: _root.l1.l2s[0].lvl
              parent_obj:
                value: _parent
              lazy:
                pos: 0
                type: lazy
            types:
              lazy:
                seq:
                  - id: b
                    type: u1
                instances:
                  up3:
                    value: _parent._parent._parent.lvl
  shared:
    seq:
      - id: v
        type: u1
    instances:
      io_size:
        value: _parent._io.size
      as_top:
        value: _parent.as<parent_chain_casts>.lvl
      as_l2_chain:
        value: _parent.as<l1::l2>._parent.lvl
        if: v == 0x40
