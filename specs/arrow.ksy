meta:
  id: arrow
  title: Arrow IPC file (Feather)
  application: [Arrow, pandas, polars]
  file-extension: [arrow, feather, ipc]
  xref: {mime: application/vnd.apache.arrow.file}
  license: Apache-2.0
  ks-version: "0.11"
  encoding: UTF-8
  endian: le
doc: |
  Tables in batches: messages, each with what is said of it and a body of buffers.

  What is said is a FlatBuffer, of which that is read which tells where everything is.
doc-ref: https://arrow.apache.org/docs/format/Columnar.html#ipc-file-format IPC File Format
seq:
  - id: magic
    contents: [ARROW1, 0, 0]
  - id: messages
    type: message
    repeat: until
    repeat-until: _.len_metadata == 0
    doc: A schema, dictionaries and batches; the last one is empty.
  - id: footer
    size: _io.size - _io.pos - 10
    -usual:
      - >-  # with the first message, or with none
        messages[0].len_metadata == 88 ? [
        16, 0, 0, 0, 12, 0, 20, 0, 6, 0, 8, 0, 12, 0, 16, 0, 12, 0, 0, 0,
        0, 0, 4, 0, 56, 0, 0, 0, 40, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0,
        8, 0, 0, 0, 0, 0, 0, 0, 96, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 8, 0, 0, 0, 4, 0,
        8, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 20, 0, 0, 0, 16, 0, 20, 0,
        8, 0, 6, 0, 7, 0, 12, 0, 0, 0, 16, 0, 16, 0, 0, 0, 0, 0, 1, 1,
        16, 0, 0, 0, 24, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0,
        97, 0, 0, 0, 4, 0, 4, 0, 4, 0, 0, 0
        ].as<bytes> : [16, 0, 0, 0, 12, 0, 20, 0, 6, 0, 8, 0, 12, 0, 16, 0,
        12, 0, 0, 0, 0, 0, 4, 0, 28, 0, 0, 0, 12, 0, 0, 0,
        4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 8, 0,
        0, 0, 4, 0, 8, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0].as<bytes>
    valid:
      expr: _.size > 8 and (_[0] | _[1] << 8 | _[2] << 16 | _[3] << 24) <= _.size - 4
    doc: A FlatBuffer, whose first four bytes say where its table is, with the schema again, and where messages are.
  - id: len_footer
    type: u4
    -checksum: {algorithm: length, over: footer}
  - id: magic_again
    contents: ARROW1
types:
  message:
    seq:
      - id: mark
        contents: [0xff, 0xff, 0xff, 0xff]
      - id: len_metadata
        type: u4
        -usual: [0, 88]
      - id: metadata
        size: len_metadata
        type: metadata
        if: len_metadata != 0
      - id: body
        size: metadata.len_body
        if: len_metadata != 0
  metadata:
    seq:
      - id: stored
        size-eos: true
        -usual:
          - >-  # a batch of three nulls
            [
            20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 14, 0, 6, 0, 5, 0, 8, 0,
            10, 0, 0, 0, 0, 3, 4, 0, 16, 0, 0, 0, 0, 0, 10, 0, 20, 0, 12, 0,
            4, 0, 8, 0, 10, 0, 0, 0, 20, 0, 0, 0, 12, 0, 0, 0, 3, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0,
            3, 0, 0, 0, 0, 0, 0, 0
            ].as<bytes>
        doc: A FlatBuffer.
    instances:
      told:
        pos: 0
        size-eos: true
        type: message_told
      len_body:
        value: told.len_body
        -default: _parent.body.size
  message_told:
    doc: What a FlatBuffer tells of a message.
    seq:
      - id: at
        type: u4
    instances:
      message:
        pos: at
        type: table(at)
      slots:
        value: message.slots.all
      kind:
        pos: at + slots[1]
        type: u1
        enum: kind
      ofs_header:
        pos: at + slots[2]
        type: u4
      len_told:
        pos: 'slots.size > 3 ? at + slots[3] : at'
        type: s8
      len_body:
        value: 'slots.size > 3 and slots[3] != 0 ? len_told : 0'
      batch:
        pos: at + slots[2] + ofs_header
        type: batch(at + slots[2] + ofs_header)
        if: kind == kind::batch
  table:
    params:
      - id: at
        type: u4
    seq:
      - id: back
        type: s4
    instances:
      slots:
        pos: at - back
        type: slots
  slots:
    seq:
      - id: len_slots
        type: u2
        valid: {min: 4}
      - id: len_table
        type: u2
      - id: all
        type: u2
        repeat: expr
        repeat-expr: (len_slots - 4) / 2
  batch:
    params:
      - id: at
        type: u4
    seq:
      - id: back
        type: s4
    instances:
      slots:
        pos: at - back
        type: slots
      num_rows:
        pos: at + slots.all[0]
        type: s8
        if: slots.all[0] != 0
      ofs_nodes:
        pos: at + slots.all[1]
        type: u4
      nodes:
        pos: at + slots.all[1] + ofs_nodes
        type: nodes
      ofs_buffers:
        pos: at + slots.all[2]
        type: u4
      buffers:
        pos: at + slots.all[2] + ofs_buffers
        type: buffers
      is_even:
        value: true
        -value: slots.all[0] == 0 or nodes.all.size == 0 or nodes.all[0].num_values == num_rows
        -valid: true
        doc: Whether the first column has as many values as there are rows.
  nodes:
    seq:
      - id: num_all
        type: u4
      - id: all
        type: node
        repeat: expr
        repeat-expr: num_all
  node:
    seq:
      - id: num_values
        type: s8
        valid: {min: 0}
      - id: num_nulls
        type: s8
        valid: {min: 0, max: num_values}
  buffers:
    seq:
      - id: num_all
        type: u4
      - id: all
        type: buffer
        repeat: expr
        repeat-expr: num_all
  buffer:
    seq:
      - id: ofs_data
        type: s8
        valid: {min: 0}
        doc: In the body of the message.
      - id: len_data
        type: s8
        valid: {min: 0, max: _parent._parent._parent.len_body - ofs_data}
enums:
  kind:
    0: none
    1: schema
    2: dictionary
    3: batch
