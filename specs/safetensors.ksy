meta:
  id: safetensors
  title: Safetensors
  application: [safetensors, transformers, diffusers, candle, mlx]
  file-extension: safetensors
  license: Apache-2.0
  ks-version: "0.11"
  encoding: UTF-8
  endian: le
doc: |
  Tensors of a model by their names.

  A header in JSON says what there is; the tensors stand in the rest of the file, one after another, without a hole. `header` is what
  the JSON says, part by part.
doc-ref: https://github.com/huggingface/safetensors#format Safetensors
seq:
  - id: len_header
    type: u8
    doc: Bytes of JSON, with the blanks that make it a multiple of eight.
  - id: header
    size: len_header
    process: json(8, 0, "dtype shape data_offsets")
    type: header
    -limit: 100000000
  - id: area
    type: area
    size-eos: true
    doc: Where the tensors are.
instances:
  stretches:
    value: '[0].as<u8[]>'
    -value: header.entries.where(_.key != "__metadata__").map(_.value.as<tensor>.stretch).sort
    doc: Where the tensors begin and end, in the order in which they stand.
  begins:
    value: stretches
    -value: stretches.map(_ >> 64)
  ends:
    value: stretches
    -value: stretches.map(_ % (1 << 64))
  is_gapless:
    value: true
    -value: >-
      stretches.size == 0 ? area._io.size == 0 :
      begins.first == 0 and ends.last == area._io.size
      and begins.slice(1, begins.size) == ends.slice(0, ends.size - 1)
    -valid: true
    doc: Whether each tensor begins where the one before it ends. The authors' program reads no other files.
types:
  area:
    doc: The part of the file that tensors stand in; their offsets count from its start.
  header:
    seq:
      - contents: [8]
      - id: num_entries
        type: u4
      - id: entries
        type: entry
        repeat: expr
        repeat-expr: num_entries
  entry:
    doc: A tensor by its name, or what is known of the file.
    seq:
      - id: len_key
        type: u4
        -usual: [8, 8, 12]
      - id: key
        type: str
        size: len_key
        -usual: ['len_key == 12 and _parent.entries.size == 0 ? "__metadata__" : "weight." + _parent.entries.size.to_s']
        doc: The name of the tensor, or `__metadata__`.
      - id: value
        type:
          switch-on: key
          cases:
            '"__metadata__"': metadata
            _: tensor
  metadata:
    seq:
      - contents: [8]
      - id: num_texts
        type: u4
      - id: texts
        type: text
        repeat: expr
        repeat-expr: num_texts
  text:
    doc: What is known by one key.
    seq:
      - id: len_key
        type: u4
      - id: key
        type: str
        size: len_key
        -usual: ['"note." + _parent.texts.size.to_s']
      - contents: [5]
      - id: len_text
        type: u4
      - id: text
        type: str
        size: len_text
  tensor:
    seq:
      - contents: [8]
      - id: num_keys
        type: u4
        valid: {min: 3}
        -usual: [3]
      - contents: [5, 0, 0, 0, dtype, 5]
      - id: len_dtype
        type: u4
      - id: dtype
        type: str
        size: len_dtype
        valid:
          any-of:
            - '"F64"'
            - '"F32"'
            - '"F16"'
            - '"BF16"'
            - '"I64"'
            - '"I32"'
            - '"I16"'
            - '"I8"'
            - '"U64"'
            - '"U32"'
            - '"U16"'
            - '"U8"'
            - '"BOOL"'
            - '"C64"'
            - '"F8_E4M3"'
            - '"F8_E5M2"'
            - '"F8_E8M0"'
            - '"F8_E4M3FNUZ"'
            - '"F8_E5M2FNUZ"'
            - '"F6_E2M3"'
            - '"F6_E3M2"'
            - '"F4"'
        doc: What the elements are. Those of `F4` and `F6` are less than a byte.
      - contents: [5, 0, 0, 0, shape, 6]
      - id: num_shape
        type: u4
        -usual: [1, 2]
      - id: shape
        type: s8
        repeat: expr
        repeat-expr: num_shape
        valid: {min: 0}
        -usual: [8, 2]
      - contents: [12, 0, 0, 0, data_offsets, 6, 2, 0, 0, 0]
      - id: begin
        type: s8
        valid: {min: 0}
        -default: 0
        doc: From the start of the area.
      - id: end
        type: s8
        valid: {min: begin}
        -derive: begin + (shape.product * num_bits + 7) / 8
      - id: others
        type: other
        repeat: expr
        repeat-expr: num_keys - 3
        -default: '[].as<other[]>'
        doc: Keys that the format does not have, which the authors' program passes over.
    instances:
      num_bits:
        value: >-
          dtype == "F32" or dtype == "I32" or dtype == "U32" ? 32 :
          dtype == "BF16" or dtype == "F16" or dtype == "I16" or dtype == "U16" ? 16 :
          dtype == "F64" or dtype == "I64" or dtype == "U64" or dtype == "C64" ? 64 :
          dtype == "F6_E2M3" or dtype == "F6_E3M2" ? 6 :
          dtype == "F4" ? 4 : 8
        doc: Of an element.
      spare_bits:
        value: 0
        -value: shape.product * num_bits % 8
        -valid: 0
        doc: What is left of the last byte; elements fill it.
      stretch:
        value: 0
        -value: (begin << 64) + end
        doc: Begin and end as one number, so that they are sorted together.
      is_packed:
        value: dtype == "F4" or dtype == "F6_E2M3" or dtype == "F6_E3M2"
        doc: Whether elements are less than a byte.
      data:
        io: _root.area._io
        pos: begin
        size: end - begin
        if: not is_packed
        -array:
          dtype:
            switch-on: dtype
            cases:
              '"F32"': f4
              '"BF16"': bf2
              '"F16"': f2
              '"F8_E4M3"': f1e4m3
              '"F8_E5M2"': f1e5m2
              '"F64"': f8
              '"I64"': s8
              '"I32"': s4
              '"I16"': s2
              '"I8"': s1
              '"U64"': u8
              '"U32"': u4
              '"U16"': u2
              '"U8"': u1
              '"BOOL"': bool
              '"C64"': c8
              '"F8_E8M0"': f1e8m0
              '"F8_E4M3FNUZ"': f1e4m3fnuz
              '"F8_E5M2FNUZ"': f1e5m2fnuz
          shape: shape
        doc: The elements.
      packed:
        io: _root.area._io
        pos: begin
        size: end - begin
        if: is_packed
        -array: {dtype: u1, shape: [-1]}
        doc: Elements that are less than a byte, one after another.
  other:
    doc: A key that says nothing of where a tensor is.
    seq:
      - id: len_key
        type: u4
      - id: key
        type: str
        size: len_key
      - id: value
        type: part
  part:
    doc: A value of JSON.
    seq:
      - id: kind
        type: u1
        valid: {max: 9}
      - id: number
        type: s8
        if: kind == 3
      - id: fraction
        type: f8
        if: kind == 4
      - id: len_text
        type: u4
        if: kind == 5 or kind == 9
      - id: text
        type: str
        size: len_text
        if: kind == 5 or kind == 9
      - id: num_numbers
        type: u4
        if: kind == 6
      - id: numbers
        type: s8
        repeat: expr
        repeat-expr: num_numbers
        if: kind == 6
      - id: num_parts
        type: u4
        if: kind == 7
      - id: parts
        type: part
        repeat: expr
        repeat-expr: num_parts
        if: kind == 7
      - id: num_keys
        type: u4
        if: kind == 8
      - id: keys
        type: other
        repeat: expr
        repeat-expr: num_keys
        if: kind == 8
