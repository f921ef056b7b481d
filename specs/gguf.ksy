meta:
  id: gguf
  title: GGUF model
  application: [llama.cpp, ggml, whisper.cpp, ollama]
  file-extension: gguf
  xref: {wikidata: Q119856283}
  license: Apache-2.0
  ks-version: "0.11"
  encoding: UTF-8
  endian: le
doc: |
  Tensors of a model by their names, mostly quantised, with what is known of it.

  The tensors stand where their entries say, in a part of the file that begins at a multiple of `alignment`.
doc-ref: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md GGUF
seq:
  - id: magic
    contents: GGUF
  - id: version
    type: u4
    -default: 3
    valid: {any-of: [2, 3]}
  - id: num_tensors
    type: u8
    -usual: [1, 2, 3]
  - id: num_metadata
    type: u8
  - id: metadata
    type: pair
    repeat: expr
    repeat-expr: num_metadata
  - id: tensors
    type: tensor
    repeat: expr
    repeat-expr: num_tensors
  - id: padding
    size: "num_tensors == 0 ? 0 : (alignment - _io.pos % alignment) % alignment"
    -fill: 0
  - id: area
    type: area
    size-eos: true
    doc: Where the tensors are.
instances:
  alignment:
    value: 32                                    # other tools: where nothing else is said
    -valid: {expr: '_ > 0 and _ & (_ - 1) == 0'}
    -value: 'metadata.where(_.is_alignment).size == 0 ? 32 : metadata.where(_.is_alignment).first.value.as<u4>'
  num_again:
    value: 0
    -value: 'metadata.size - metadata.map(_.key).distinct.size'
    -valid: 0
    doc: Keys of metadata that stand there before; ggml refuses them.
  num_tensors_again:
    value: 0
    -value: 'tensors.size - tensors.map(_.name).distinct.size'
    -valid: 0
    doc: Names of tensors that stand there before; ggml refuses them.
types:
  area:
    doc: The part of the file that tensors stand in; their offsets count from its start.
  text:
    seq:
      - id: len_text
        type: u8
      - id: text
        type: str
        size: len_text
  pair:
    doc: What is known of the model by one key.
    seq:
      - id: len_key
        type: u8
        -usual: [14]
      - id: key
        type: str
        size: len_key
        -usual: ['"general.note_" + _root.metadata.size.to_s']
      - id: kind
        type: u4
        enum: kind
        valid: {in-enum: true}
      - id: value
        type:
          switch-on: kind
          cases:
            'kind::uint8': u1
            'kind::int8': s1
            'kind::uint16': u2
            'kind::int16': s2
            'kind::uint32': u4
            'kind::int32': s4
            'kind::float32': f4
            'kind::bool': u1
            'kind::string': text
            'kind::array': list
            'kind::uint64': u8
            'kind::int64': s8
            'kind::float64': f8
    instances:
      is_alignment:
        value: key == "general.alignment" and kind == kind::uint32
        doc: Whether it says where tensors may begin.
      is_misnamed:
        value: key == "general.alignment" and kind != kind::uint32
        -valid: false
        doc: Whether it says so in a number of a kind that nobody takes.
  list:
    doc: Values of one kind.
    seq:
      - id: kind
        type: u4
        enum: kind
        valid: {in-enum: true}
      - id: num_values
        type: u8
      - id: values
        type:
          switch-on: kind
          cases:
            'kind::uint8': u1
            'kind::int8': s1
            'kind::uint16': u2
            'kind::int16': s2
            'kind::uint32': u4
            'kind::int32': s4
            'kind::float32': f4
            'kind::bool': u1
            'kind::string': text
            'kind::array': list
            'kind::uint64': u8
            'kind::int64': s8
            'kind::float64': f8
        repeat: expr
        repeat-expr: num_values
  tensor:
    doc: Where a tensor is, and what its elements are.
    seq:
      - id: len_name
        type: u8
        -usual: [12]
      - id: name
        type: str
        size: len_name
        -usual: ['"blk." + _root.tensors.size.to_s + ".weight"']
      - id: num_dimensions
        type: u4
        valid: {max: 4}
        -usual: [1, 2]
      - id: dimensions
        type: u8
        repeat: expr
        repeat-expr: num_dimensions
        -usual: [256, 1, 2]
        doc: The one that varies fastest first; numpy has them the other way round.
      - id: kind
        type: u4
        enum: element
        valid: {in-enum: true}
      - id: offset
        type: u8
        doc: From the start of the area.
    instances:
      is_quantised:
        value: kind.to_i >= 2 and kind.to_i <= 23 or kind == element::iq1_m or kind.to_i >= 34
        doc: Whether elements are stored in blocks.
      len_block:
        value: '[4, 2, 18, 20, 0, 0, 22, 24, 34, 0, 84, 110, 144, 176, 210, 0, 66, 74, 98, 50, 18, 110, 82, 136, 1, 2, 4, 8, 8, 56, 2, 0, 0, 0, 54, 66, 0, 0, 0, 17, 36, 18].as<u1[]>[kind.to_i]'
        doc: Bytes of a block, or of an element that is stored alone.
      num_block:
        value: 'not is_quantised ? 1 : (kind.to_i < 10 or kind == element::iq4_nl or kind == element::mxfp4) ? 32 : kind == element::nvfp4 ? 64 : kind == element::q1_0 ? 128 : 256'
        doc: Elements of a block.
      rest:
        value: '(num_dimensions == 0 ? 1 : dimensions[0]) % num_block'
        -valid: 0
        doc: What is left of a row after its last block.
      data:
        io: _root.area._io
        pos: offset
        type: data
        -align: _root.alignment
  data:
    doc: The elements of a tensor; they are there under the one name that goes with their kind.
    seq:
      - id: elements
        size-eos: true
        -size: _parent.dimensions.product * _parent.len_block
        if: not _parent.is_quantised
        -array:
          dtype:
            switch-on: _parent.kind
            cases:
              'element::f32': f4
              'element::f16': f2
              'element::bf16': bf2
              'element::f64': f8
              'element::i8': s1
              'element::i16': s2
              'element::i32': s4
              'element::i64': s8
          shape: _parent.dimensions.reverse
        -codec: []
        doc: As they are.
      - id: quantised
        size-eos: true
        -size: _parent.dimensions.product / _parent.num_block * _parent.len_block
        if: _parent.is_quantised and is_known
        -array: {dtype: f4, shape: _parent.dimensions.reverse}
        -codec:
          switch-on: _parent.kind
          cases:
            'element::q4_0': [ggml_blocks: {kind: '"q4_0"'}]
            'element::q4_1': [ggml_blocks: {kind: '"q4_1"'}]
            'element::q5_0': [ggml_blocks: {kind: '"q5_0"'}]
            'element::q5_1': [ggml_blocks: {kind: '"q5_1"'}]
            'element::q8_0': [ggml_blocks: {kind: '"q8_0"'}]
            'element::q4_k': [ggml_blocks: {kind: '"q4_k"'}]
            'element::q5_k': [ggml_blocks: {kind: '"q5_k"'}]
            'element::q6_k': [ggml_blocks: {kind: '"q6_k"'}]
        doc: What blocks decode to.
      - id: blocks
        size-eos: true
        -size: _parent.dimensions.product / _parent.num_block * _parent.len_block
        if: _parent.is_quantised and not is_known
        doc: Blocks of a kind that has no codec here.
    instances:
      is_known:
        value: _parent.kind.to_i < 9 or _parent.kind == element::q4_k or _parent.kind == element::q5_k or _parent.kind == element::q6_k
        doc: Whether there is a codec.
enums:
  kind:
    0: uint8
    1: int8
    2: uint16
    3: int16
    4: uint32
    5: int32
    6: float32
    7: bool
    8: string
    9: array
    10: uint64
    11: int64
    12: float64
  element:
    0: f32
    1: f16
    2: q4_0
    3: q4_1
    6: q5_0
    7: q5_1
    8: q8_0
    10: q2_k
    11: q3_k
    12: q4_k
    13: q5_k
    14: q6_k
    16: iq2_xxs
    17: iq2_xs
    18: iq3_xxs
    19: iq1_s
    20: iq4_nl
    21: iq3_s
    22: iq2_s
    23: iq4_xs
    24: i8
    25: i16
    26: i32
    27: i64
    28: f64
    29: iq1_m
    30: bf16
    34: tq1_0
    35: tq2_0
    39: mxfp4
    40: nvfp4
    41: q1_0
