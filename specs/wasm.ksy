meta:
  id: wasm
  title: WebAssembly module
  application: [wasmtime, Node.js, browsers]
  file-extension: wasm
  xref: {mime: application/wasm, wikidata: Q21686228, pronom: fmt/1810}
  license: Apache-2.0
  ks-version: "0.11"
  encoding: UTF-8
  endian: le
doc: |
  Programs for a virtual machine: sections of types, functions, memories and others.

  Numbers are in groups of seven bits. The code of a function is bytes.
doc-ref: https://webassembly.github.io/spec/core/binary/ WebAssembly, Binary Format
seq:
  - id: magic
    contents: [0, asm]
  - id: version
    type: u4
    valid: 1
  - id: sections
    type: 'section(_index == 0 ? 0 : sections[_index - 1].goes_on)'
    repeat: eos
    doc: In the order of their kinds as far as the program goes, each kind once; custom ones anywhere.
instances:
  is_whole:
    value: true
    -value: >-
      sections.where(_.kind == kind::functions).map(_.body.as<functions>.num_types.value).sum
      == sections.where(_.kind == kind::code).map(_.body.as<code>.num_functions.value).sum
    -valid: true
    doc: Whether there are as many bodies of functions as types of these.
  is_counted:
    value: true
    -value: >-
      sections.where(_.kind == kind::data_count).size == 0
      or sections.where(_.kind == kind::data_count).map(_.body.as<data_count>.num_segments.value).sum
      == sections.where(_.kind == kind::data).map(_.body.as<data>.num_segments.value).sum
    -valid: true
    doc: Whether there are as many segments of data as are told ahead.
types:
  number:
    seq:
      - id: value
        type: u8
        valid: {max: 0xffffffff}
        -usual: [0]
  wide:
    doc: A number of 64 bits.
    seq:
      - {id: value, type: u8, -usual: [0]}
  signed:
    seq:
      - id: value
        type: s8
        valid: {expr: '_ >= least and _ <= most and (not is_reference or _ < -11 or _ >= 0)'}
        -usual: ['is_reference ? -16 : 1000', 'is_reference ? -17 : -1']
        doc: Of `ref_null`, what is referred to, -12 to -23 for one that is known to all, or the number of a type.
    instances:
      is_reference:
        value: _parent.opcode == opcode::ref_null
      least:
        value: 'is_reference ? -23 : _parent.opcode == opcode::i32_const ? -0x80000000 : -0x8000000000000000'
      most:
        value: 'is_reference ? 0xffffffff : _parent.opcode == opcode::i32_const ? 0x7fffffff : 0x7fffffffffffffff'
  name:
    seq:
      - {id: len_text, type: number, size: 1, -size: _io.len_varint, process: uleb128}
      - id: text
        type: str
        size: len_text.value
  section:
    params:
      - id: behind
        type: u1
        doc: The rank of the last section that is no custom one; 0 if there was none.
    seq:
      - id: kind
        type: u1
        enum: kind
        valid: {expr: _.to_i <= 13 and (_ == kind::custom or rank > behind)}
        -usual: >-
          _root.sections.size == 0 ? [kind::types] : _root.sections.size == 1 ? [kind::imports]
          : _root.sections.size == 2 ? [kind::memories] : _root.sections.size == 3 ? [kind::globals]
          : [kind::custom]
      - {id: len_body, type: number, size: 1, -size: _io.len_varint, process: uleb128}
      - id: body
        size: len_body.value
        type:
          switch-on: kind
          cases:
            kind::custom: custom
            kind::types: types
            kind::imports: imports
            kind::functions: functions
            kind::tables: tables
            kind::memories: memories
            kind::globals: globals
            kind::exports: exports
            kind::start: start
            kind::elements: elements
            kind::code: code
            kind::data: data
            kind::data_count: data_count
            kind::tags: tags
    instances:
      rank:
        value: 'kind == kind::tags ? 11 : kind == kind::data_count ? 19 : kind.to_i * 2'
        doc: What the order of sections goes by.
      goes_on:
        value: 'kind == kind::custom ? behind : rank'
        doc: The rank that those behind this one come after.
  custom:
    doc: What the program does not need, like the names of functions.
    seq:
      - id: name
        type: name
      - id: data
        size-eos: true
  types:
    seq:
      - {id: num_types, type: number, size: 1, -size: _io.len_varint, process: uleb128}
      - id: types
        type: function_type
        repeat: expr
        repeat-expr: num_types.value
      - {size-eos: true, valid: '[].as<bytes>'}
  function_type:
    seq:
      - id: form
        type: u1
        valid: 0x60
      - {id: num_params, type: number, size: 1, -size: _io.len_varint, process: uleb128}
      - id: params
        type: u1
        repeat: expr
        repeat-expr: num_params.value
        enum: value
        valid: {in-enum: true}
        -usual: [value::i32, value::f64]
      - {id: num_results, type: number, size: 1, -size: _io.len_varint, process: uleb128}
      - id: results
        type: u1
        repeat: expr
        repeat-expr: num_results.value
        enum: value
        valid: {in-enum: true}
        -usual: [value::i32, value::f64]
  imports:
    seq:
      - {id: num_imports, type: number, size: 1, -size: _io.len_varint, process: uleb128}
      - id: imports
        type: import
        repeat: expr
        repeat-expr: num_imports.value
      - {size-eos: true, valid: '[].as<bytes>'}
  import:
    seq:
      - id: module
        type: name
      - id: name
        type: name
      - id: kind
        type: u1
        enum: external
        valid: {in-enum: true}
        -usual: [external::global]
      - id: what
        type:
          switch-on: kind
          cases:
            external::function: index
            external::table: table_type
            external::memory: limits
            external::global: global_type
            external::tag: tag
  index:
    seq:
      - {id: index, type: number, size: 1, -size: _io.len_varint, process: uleb128}
  limits:
    seq:
      - id: flags
        type: u1
        valid: {expr: '_ <= 15 and _ & 3 != 2'}
        -usual: [0]
        doc: 1 for a maximum, 2 for shared (with a maximum), 4 for addresses of 64 bits, 8 for pages of another size.
      - {id: min, type: wide, size: 1, -size: _io.len_varint, process: uleb128, doc: 'In pages of 65,536 bytes; of a table, in elements.'}
      - {id: max, type: wide, size: 1, -size: _io.len_varint, process: uleb128, if: 'flags & 1 != 0'}
      - {id: page, type: number, size: 1, -size: _io.len_varint, process: uleb128, if: 'flags & 8 != 0', doc: As a power of two.}
  table_type:
    seq:
      - id: kind
        type: u1
        enum: value
        valid: {expr: '_.to_i >= 0x69 and _.to_i <= 0x74'}
        -usual: [value::function_reference]
      - id: limits
        type: limits
  global_type:
    seq:
      - id: kind
        type: u1
        enum: value
        valid: {in-enum: true}
        -usual: [value::i32]
      - id: is_mutable
        type: u1
        valid: {max: 1}
        -usual: [0]
  tag:
    seq:
      - id: attribute
        type: u1
        valid: 0
      - {id: type, type: number, size: 1, -size: _io.len_varint, process: uleb128, doc: 'Its number among the types.'}
  functions:
    doc: Their types; `code` has the same number of bodies.
    seq:
      - {id: num_types, type: number, size: 1, -size: _io.len_varint, process: uleb128}
      - id: types
        type: index
        repeat: expr
        repeat-expr: num_types.value
      - {size-eos: true, valid: '[].as<bytes>'}
  tables:
    seq:
      - {id: num_tables, type: number, size: 1, -size: _io.len_varint, process: uleb128}
      - id: tables
        type: table
        repeat: expr
        repeat-expr: num_tables.value
      - {size-eos: true, valid: '[].as<bytes>'}
  table:
    seq:
      - id: kind
        type: u1
        enum: value
        valid: {expr: '_ == value::with_value or _.to_i >= 0x69 and _.to_i <= 0x74'}
        -usual: [value::function_reference]
      - id: zero
        type: u1
        valid: 0
        if: has_value
      - id: kind_of_value
        type: u1
        enum: value
        valid: {expr: '_.to_i >= 0x69 and _.to_i <= 0x74'}
        if: has_value
      - id: limits
        type: limits
      - id: value
        type: expression
        if: has_value
        doc: What all elements are at first.
    instances:
      has_value:
        value: kind == value::with_value
  memories:
    seq:
      - {id: num_memories, type: number, size: 1, -size: _io.len_varint, process: uleb128}
      - id: memories
        type: limits
        repeat: expr
        repeat-expr: num_memories.value
      - {size-eos: true, valid: '[].as<bytes>'}
  globals:
    seq:
      - {id: num_globals, type: number, size: 1, -size: _io.len_varint, process: uleb128}
      - id: globals
        type: global
        repeat: expr
        repeat-expr: num_globals.value
      - {size-eos: true, valid: '[].as<bytes>'}
  global:
    seq:
      - id: type
        type: global_type
      - id: value
        type: expression
  exports:
    seq:
      - {id: num_exports, type: number, size: 1, -size: _io.len_varint, process: uleb128}
      - id: exports
        type: export
        repeat: expr
        repeat-expr: num_exports.value
      - {size-eos: true, valid: '[].as<bytes>'}
  export:
    seq:
      - id: name
        type: name
      - id: kind
        type: u1
        enum: external
        valid: {in-enum: true}
      - {id: index, type: number, size: 1, -size: _io.len_varint, process: uleb128, doc: 'Among all of the kind, those that are imported first.'}
  start:
    seq:
      - {id: function, type: number, size: 1, -size: _io.len_varint, process: uleb128}
      - {size-eos: true, valid: '[].as<bytes>'}
  elements:
    seq:
      - {id: num_segments, type: number, size: 1, -size: _io.len_varint, process: uleb128}
      - id: segments
        type: element_segment
        repeat: expr
        repeat-expr: num_segments.value
      - {size-eos: true, valid: '[].as<bytes>'}
  element_segment:
    doc: Elements of a table.
    seq:
      - id: flags
        type: u1
        valid: {max: 7}
        doc: 1 where nothing is put into a table by itself, 2 where the table is told (or, with 1, nothing is put ever), 4 where elements are expressions.
      - {id: table, type: number, size: 1, -size: _io.len_varint, process: uleb128, if: 'flags & 3 == 2'}
      - id: offset
        type: expression
        if: 'flags & 1 == 0'
      - id: kind
        type: u1
        if: 'flags & 3 != 0'
        valid: {expr: 'flags & 4 == 0 ? _ == 0 : _ >= 0x69 and _ <= 0x74'}
        -usual: ['flags & 4 == 0 ? 0 : 0x70']
        doc: 0 for functions; with expressions, a type of references.
      - {id: num_elements, type: number, size: 1, -size: _io.len_varint, process: uleb128}
      - id: functions
        type: index
        repeat: expr
        repeat-expr: num_elements.value
        if: 'flags & 4 == 0'
      - id: values
        type: expression
        repeat: expr
        repeat-expr: num_elements.value
        if: 'flags & 4 != 0'
  code:
    seq:
      - {id: num_functions, type: number, size: 1, -size: _io.len_varint, process: uleb128}
      - id: functions
        type: function
        repeat: expr
        repeat-expr: num_functions.value
      - {size-eos: true, valid: '[].as<bytes>'}
  function:
    seq:
      - {id: len_body, type: number, size: 1, -size: _io.len_varint, process: uleb128}
      - id: body
        type: body
        size: len_body.value
  body:
    seq:
      - {id: num_locals, type: number, size: 1, -size: _io.len_varint, process: uleb128}
      - id: locals
        type: local
        repeat: expr
        repeat-expr: num_locals.value
      - id: code
        size-eos: true
        -usual: ['[0x0b].as<bytes>']
        valid: {expr: _.size > 0 and _.last == 0x0b}
        doc: Instructions up to the last `end`, 0x0b.
  local:
    seq:
      - {id: count, type: number, size: 1, -size: _io.len_varint, process: uleb128}
      - id: kind
        type: u1
        enum: value
        valid: {in-enum: true}
  data:
    seq:
      - {id: num_segments, type: number, size: 1, -size: _io.len_varint, process: uleb128}
      - id: segments
        type: data_segment
        repeat: expr
        repeat-expr: num_segments.value
      - {size-eos: true, valid: '[].as<bytes>'}
  data_segment:
    doc: Bytes of a memory.
    seq:
      - id: flags
        type: u1
        valid: {max: 2}
        doc: 1 where nothing is put into a memory by itself, 2 where the memory is told.
      - {id: memory, type: number, size: 1, -size: _io.len_varint, process: uleb128, if: flags == 2}
      - id: offset
        type: expression
        if: flags != 1
      - {id: len_data, type: number, size: 1, -size: _io.len_varint, process: uleb128}
      - id: data
        size: len_data.value
  data_count:
    seq:
      - {id: num_segments, type: number, size: 1, -size: _io.len_varint, process: uleb128}
      - {size-eos: true, valid: '[].as<bytes>'}
  tags:
    seq:
      - {id: num_tags, type: number, size: 1, -size: _io.len_varint, process: uleb128}
      - id: tags
        type: tag
        repeat: expr
        repeat-expr: num_tags.value
      - {size-eos: true, valid: '[].as<bytes>'}
  expression:
    doc: Instructions that make a constant, up to `end`.
    seq:
      - id: instructions
        type: instruction
        repeat: until
        repeat-until: _.opcode == opcode::end
  instruction:
    seq:
      - id: opcode
        type: u1
        enum: opcode
        valid: {in-enum: true}
        -usual: '_parent.instructions.size == 0 ? [opcode::i32_const] : [opcode::end]'
      - {id: signed, type: signed, size: 1, -size: _io.len_varint, process: sleb128, if: is_signed}
      - {id: index, type: number, size: 1, -size: _io.len_varint, process: uleb128, if: is_index}
      - {id: single, type: f4, if: opcode == opcode::f32_const}
      - {id: double, type: f8, if: opcode == opcode::f64_const}
      - {id: lanes, type: lanes, if: opcode == opcode::v128}
    instances:
      is_signed:
        value: opcode == opcode::i32_const or opcode == opcode::i64_const or opcode == opcode::ref_null
      is_index:
        value: opcode == opcode::global_get or opcode == opcode::ref_func
  lanes:
    seq:
      - id: opcode
        type: u1
        valid: 12
      - id: value
        size: 16
enums:
  kind:
    0: custom
    1: types
    2: imports
    3: functions
    4: tables
    5: memories
    6: globals
    7: exports
    8: start
    9: elements
    10: code
    11: data
    12: data_count
    13: tags
  external:
    0: function
    1: table
    2: memory
    3: global
    4: tag
  value:
    0x40: with_value
    0x69: exception_reference
    0x6a: array_reference
    0x6b: structure_reference
    0x6c: small_reference
    0x6d: comparable_reference
    0x6e: any_reference
    0x6f: external_reference
    0x70: function_reference
    0x71: no_reference
    0x72: no_external_reference
    0x73: no_function_reference
    0x74: no_exception_reference
    0x7b: v128
    0x7c: f64
    0x7d: f32
    0x7e: i64
    0x7f: i32
  opcode:
    0x0b: end
    0x23: global_get
    0x41: i32_const
    0x42: i64_const
    0x43: f32_const
    0x44: f64_const
    0x6a: i32_add
    0x6b: i32_sub
    0x6c: i32_mul
    0x7c: i64_add
    0x7d: i64_sub
    0x7e: i64_mul
    0xd0: ref_null
    0xd2: ref_func
    0xfd: v128
