meta:
  id: cvc
  title: Compressed Vector Collection
  application: decompressed
  file-extension: cvc
  license: Apache-2.0
  ks-version: "0.10"
  encoding: UTF-8
  endian: le
doc: |
  A collection of dense vectors (embeddings), cut into chunks that are quantised one by one.

  A JSON header says how many vectors of which dimension there are, and how each chunk is
  stored; then the chunks follow. Three layouts share the magic: without a version (the first
  release of the format), version 1 (with a checksum for each chunk, and optionally with the
  chunks at multiples of a page), and version 2 (named columns of several dtypes).
seq:
  - id: magic
    contents: CVCF
  - id: version
    type: version
    if: format_version != 0
  - id: len_header
    type: u4
    doc: Bytes of JSON that follow.
  - id: header
    type: str
    size: len_header
    -limit: 0x4000000
    -document:
      format: json
      compact: format_version != 0
      sort-keys: format_version != 0
      fields:
        num_vectors:
          type: int
          valid: chunks.map(_.rows).sum
          doc: Vectors in all chunks.
        dimension:
          type: int
          if: _root.format_version != 2
          valid: {min: 0, max: 0xffffffff}
          doc: Values of one vector.
        compression:
          type: str
          if: _root.format_version != 2
          doc: Scheme of the chunks that name none of their own.
        mmap_optimized:
          type: bool
          if: _root.format_version != 2
          default: false
          doc: Whether each chunk says where in the file it begins.
        columns:
          if: _root.format_version == 2
          doc: What the columns hold, in the order of each chunk.
          items:
            id: column_info
            doc: What one column holds.
            fields:
              name:
                type: str
                doc: No two are the same.
              dimension:
                type: int
                valid: {min: 0, max: 0xffffffff}
                doc: Values of one row.
              dtype:
                type: str
                doc: Of the array that was packed; of the values, where they are stored as they are.
              compression:
                type: str
                doc: Scheme of the column.
        sections:
          optional: true
          doc: Ranges of rows with what is known of them; their writer may have left them out.
          items:
            id: section
            doc: A range of rows.
            fields:
              start_index:
                type: int
                valid: {min: 0}
                doc: Its first row.
              end_index:
                type: int
                valid: {min: start_index}
                doc: The row after its last one.
              metadata:
                type: any
                optional: true
                doc: What its writer says of it.
        chunks:
          doc: One for each chunk, in the order of the file.
          items:
            id: chunk_info
            doc: How one chunk is stored.
            fields:
              rows:
                type: int
                valid: {min: 0, max: 0xffffffffffff}
                doc: Vectors of the chunk.
              metadata:
                type: any
                optional: true
                doc: What its writer says of it.
              compression:
                type: str
                if: _root.format_version != 2
                default: _parent.compression
                doc: Scheme of the chunk.
              min:
                type: float
                if: _root.format_version != 2 and (compression == "int8" or compression == "int4")
                doc: Value of code 0.
              scale:
                type: float
                if: _root.format_version != 2 and (compression == "int8" or compression == "int4")
                doc: Difference between neighbouring codes.
              file_offset:
                type: int
                if: _root.format_version != 2 and _parent.mmap_optimized
                valid: {min: 0}
                doc: Where the chunk's record begins in the file.
              columns:
                if: _root.format_version == 2
                keys: _parent.columns.map(_.name)
                doc: Where the columns are, by their names.
                items:
                  id: column_part
                  doc: Where the rows of one column are in a chunk, and how they are stored.
                  fields:
                    offset:
                      type: int
                      valid: {min: 0, max: 0xffffffff}
                      doc: From the start of the payload.
                    size:
                      type: int
                      valid: {min: 0, max: 0xffffffff}
                      doc: Stored bytes.
                    compression:
                      type: str
                      doc: Scheme of these rows.
                    min:
                      type: float
                      if: compression == "int8" or compression == "int4"
                      doc: Value of code 0.
                    scale:
                      type: float
                      if: compression == "int8" or compression == "int4"
                      doc: Difference between neighbouring codes.
    doc: The JSON header.
  - id: chunks
    type: chunk(_index)
    repeat: eos
    -repeat-expr: header.chunks.size
    if: format_version != 2
    doc: The vectors.
  - id: column_chunks
    type: column_chunk
    repeat: eos
    -repeat-expr: header.chunks.size
    if: format_version == 2
    doc: The columns, some rows at a time.
types:
  version:
    doc: Version of the layout, since version 1.
    seq:
      - id: major
        type: u2
        enum: layout
        valid: {in-enum: true}
        -derive: "_root.format_version == 2 ? layout::columns : layout::rows"
      - id: minor
        type: u2
        -default: 0
  chunk:
    doc: A record with the vectors of one chunk.
    params:
      - id: index
        type: u4
        doc: Number of the chunk.
    seq:
      - id: gap
        size: 0
        -size: "_root.header.mmap_optimized ? _root.header.chunks[index].file_offset - _io.pos : 0"
        -fill: 0
        doc: What lies between the end of the last record and `file_offset`; nothing of interest.
      - id: len_payload
        type: u4
        doc: Bytes of the payload.
      - id: crc
        type: u4
        if: _root.format_version != 0
        -checksum: {algorithm: crc32, over: payload}
        doc: CRC-32 of the stored payload, as zlib computes it.
      - id: payload
        size: len_payload
        -array:
          dtype: f4
          shape:
            - _root.header.chunks[index].rows
            - _root.header.dimension
        -codec:
          switch-on: _root.header.chunks[index].compression
          cases:
            '"fp16"':
              - fp16
            '"int8"':
              - affine_u8:
                  scale: _root.header.chunks[index].scale
                  min: _root.header.chunks[index].min
            '"lossless"':
              - dictionary_planes
            '"bfloat16"':
              - bf16
            '"int4"':
              - affine_u4:
                  scale: _root.header.chunks[index].scale
                  min: _root.header.chunks[index].min
            _:
              - unknown: {scheme: "_root.header.chunks[index].compression"}
        doc: The vectors of the chunk, row by row.
  column_chunk:
    doc: A record with some rows of all columns.
    seq:
      - id: len_payload
        type: u4
        doc: Bytes of the payload.
      - id: crc
        type: u4
        -checksum: {algorithm: crc32, over: payload}
        doc: CRC-32 of the stored payload, as zlib computes it.
      - id: payload
        size: len_payload
        -array: {dtype: u1, shape: [len_payload]}
        -codec: []
        doc: The columns, each where the header says.
  column:
    doc: Some rows of a column, in the payload of a chunk, at the offset that the header says.
    params:
      - id: chunk
        type: u4
        doc: Number of the chunk.
      - id: index
        type: u4
        doc: Number of the column.
    seq:
      - id: rounded
        size-eos: true
        -size: _root.header.chunks[chunk].columns[index].size
        if: compression != "none"
        -array:
          dtype: f4
          shape:
            - _root.header.chunks[chunk].rows
            - _root.header.columns[index].dimension
        -codec:
          switch-on: compression
          cases:
            '"fp16"':
              - fp16
            '"int8"':
              - affine_u8:
                  scale: _root.header.chunks[chunk].columns[index].scale
                  min: _root.header.chunks[chunk].columns[index].min
            '"bfloat16"':
              - bf16
            '"int4"':
              - affine_u4:
                  scale: _root.header.chunks[chunk].columns[index].scale
                  min: _root.header.chunks[chunk].columns[index].min
            _:
              - unknown: {scheme: compression}
        doc: What a scheme makes of float32.
      - id: plain
        size-eos: true
        -size: _root.header.chunks[chunk].columns[index].size
        if: compression == "none"
        -array:
          dtype:
            switch-on: dtype
            cases:
              '"float16"': f2
              '"float32"': f4
              '"float64"': f8
              '"int8"': s1
              '"int16"': s2
              '"int32"': s4
              '"int64"': s8
              '"uint8"': u1
              '"uint16"': u2
              '"uint32"': u4
              '"uint64"': u8
          shape:
            - _root.header.chunks[chunk].rows
            - _root.header.columns[index].dimension
        -codec: []
        doc: Values as they are.
    instances:
      compression:
        value: '"none"'
        -value: _root.header.chunks[chunk].columns[index].compression
        doc: Scheme of these rows.
      dtype:
        value: '"uint8"'
        -value: _root.header.columns[index].dtype
        doc: Of the array that was packed.
instances:
  format_version:
    value: "is_versioned ? word & 0xffff : 0"
    -default: 0
    doc: 0 for the layout without a version, else its major version.
  is_versioned:
    value: word == 1 or word == 2 or (names_version and fits_version) or not opens_at_8
    doc: |
      Whether the four bytes after the magic are a version, not the length of the header.

      Nothing in the file says so. No header is so short that its length could be the versions 1.0
      or 2.0; beyond that, the header (a JSON object) is looked for where each layout has it.
  word:
    pos: 4
    type: u4
    doc: A version, or the length of the header.
  names_version:
    value: (word & 0xffff) == 1 or (word & 0xffff) == 2
    doc: Whether the word can be a version that is known.
  fits_version:
    value: _io.size > 12 and len_header_at_8 <= _io.size - 12 and opens_at_12
    doc: Whether there is a header where a versioned layout has it.
  len_header_at_8:
    pos: 8
    type: u4
    doc: The length of the header if the word is a version.
  first_at_8:
    pos: 8
    type: u1
    doc: The first byte of the header if the word is its length.
  first_at_12:
    pos: 12
    type: u1
    doc: The first byte of the header if the word is a version.
  opens_at_8:
    value: _io.size <= 8 or first_at_8 == 0x7b or first_at_8 == 0x20 or first_at_8 == 0x09 or first_at_8 == 0x0a or first_at_8 == 0x0d
    doc: Whether a JSON object may begin at byte 8, with its brace or with white space.
  opens_at_12:
    value: first_at_12 == 0x7b or first_at_12 == 0x20 or first_at_12 == 0x09 or first_at_12 == 0x0a or first_at_12 == 0x0d
    doc: Whether a JSON object may begin at byte 12, with its brace or with white space.
enums:
  layout:
    1:
      id: rows
      doc: Vectors row by row, a checksum for each chunk.
    2:
      id: columns
      doc: Named columns of several types.
