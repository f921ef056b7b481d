meta:
  id: parent_from_instances
  endian: be
seq:
  - id: dir
    type: dir
    size: 4
types:
  dir:
    seq:
      - id: ents
        type: ent
        repeat: eos
    instances:
      base:
        value: 4
      bodies:
        io: _root._io
        pos: base
        size: ents[_index].len
        type: body
        repeat: expr
        repeat-expr: ents.size
      first_body:
        value: bodies[0]
    types:
      ent:
        seq:
          - id: len
            type: u1
          - id: key
            type: u1
        instances:
          body:
            io: _root._io
            pos: _parent.base + key
            type: body
            size: len
          siblings:
            value: _parent.ents.size
      body:
        seq:
          - id: data
            size-eos: true
        instances:
          io_sz:
            value: _parent._io.size
          is_ent_parent:
            value: _parent.as<ent>.len == data.length
            if: _io.size == 2 and _root.dir.ents[0].len == 2
          root_dir:
            value: _root.dir.ents.size
