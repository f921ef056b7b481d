meta:
  id: finalfusion
  title: finalfusion word embeddings
  application:
    - finalfusion
    - finalfrontier
  file-extension: fifu
  license: Apache-2.0
  ks-version: "0.10"
  endian: le
  encoding: UTF-8
doc: |
  Word embeddings.

  A vocabulary, a matrix (plain or product-quantised), and optionally metadata and the norms that the
  vectors had before they were normalised.

  Order of the chunks: metadata?, vocabulary, storage, norms?. A file may also hold a single chunk.
doc-ref: https://finalfusion.github.io/spec
seq:
  - id: magic
    contents: FiFu
  - id: version
    type: u4
    valid: 0
  - id: num_chunk_kinds
    type: u4
    -usual: [2, 3, 4]
    doc: Number of entries in the list that follows. Not a promise about the chunks, see there.
  - id: chunk_kinds
    type: u4
    enum: chunk_kind
    repeat: expr
    repeat-expr: num_chunk_kinds
    -derive: chunks.map(_.kind)
    -usual: >-
      chunk_kinds.size == 0 and num_chunk_kinds == 4 ? [chunk_kind::metadata]
      : chunk_kinds.size == 0 or chunk_kinds.last == chunk_kind::metadata
      ? [chunk_kind::simple_vocabulary, chunk_kind::bucket_vocabulary,
        chunk_kind::fasttext_vocabulary, chunk_kind::explicit_vocabulary]
      : chunk_kinds.last == chunk_kind::matrix or chunk_kinds.last == chunk_kind::quantized_matrix
      ? [chunk_kind::norms]
      : [chunk_kind::matrix, chunk_kind::quantized_matrix]
    doc: Kinds of the chunks in their order. Files exist whose list leaves out the norms, so nothing is read by it.
  - id: chunks
    type: chunk(_io.pos)
    repeat: eos
    -limit: 1024
    doc: Programs write five at most.
types:
  chunk:
    params:
      - id: ofs_chunk
        type: u8
        doc: Where the chunk begins in the file, in bytes.
    seq:
      - id: kind
        type: u4
        enum: chunk_kind
      - id: len_data
        type: u8
        -derive: data._sizeof
        doc: Bytes after this field. Not used as a size, because of explicit vocabularies; checked at `end`.
      - id: data
        type:
          switch-on: kind
          cases:
            chunk_kind::simple_vocabulary: simple_vocabulary
            chunk_kind::matrix: matrix
            chunk_kind::bucket_vocabulary: bucket_vocabulary
            chunk_kind::quantized_matrix: quantized_matrix
            chunk_kind::metadata: metadata
            chunk_kind::norms: norms
            chunk_kind::fasttext_vocabulary: fasttext_vocabulary
            chunk_kind::explicit_vocabulary: explicit_vocabulary
            chunk_kind::floret_vocabulary: floret_vocabulary
            _: unknown_chunk
      - id: end
        size: 0
        valid: {expr: _io.pos == ofs_end or _io.pos == ofs_end + len_untold}
        doc: The chunk must end where its length says.
    instances:
      ofs_end:
        value: ofs_chunk + 12 + len_data
        doc: Where the chunk ends, by its length.
      len_untold:
        value: "kind == chunk_kind::explicit_vocabulary ? 8 * data.as<explicit_vocabulary>.num_ngrams : 0"
        doc: Bytes that the Python writer leaves out of the length of an explicit vocabulary.
      num_words:
        value: >-
          kind == chunk_kind::simple_vocabulary ? data.as<simple_vocabulary>.num_words
          : kind == chunk_kind::bucket_vocabulary ? data.as<bucket_vocabulary>.num_words
          : kind == chunk_kind::fasttext_vocabulary ? data.as<fasttext_vocabulary>.num_words
          : kind == chunk_kind::explicit_vocabulary ? data.as<explicit_vocabulary>.num_words
          : 0
        if: is_vocabulary
        doc: Words of a vocabulary.
      num_rows:
        value: >-
          kind == chunk_kind::simple_vocabulary ? data.as<simple_vocabulary>.num_words
          : kind == chunk_kind::bucket_vocabulary ?
            data.as<bucket_vocabulary>.num_words + (1 << data.as<bucket_vocabulary>.bucket_exponent)
          : kind == chunk_kind::fasttext_vocabulary ?
            data.as<fasttext_vocabulary>.num_words + data.as<fasttext_vocabulary>.num_buckets
          : kind == chunk_kind::explicit_vocabulary ?
            data.as<explicit_vocabulary>.num_words + data.as<explicit_vocabulary>.num_ngrams
          : data.as<floret_vocabulary>.num_buckets
        if: is_vocabulary
        doc: Rows that go with a vocabulary, fewer where n-grams share one.
      is_vocabulary:
        value: >-
          kind == chunk_kind::simple_vocabulary or kind == chunk_kind::bucket_vocabulary
          or kind == chunk_kind::fasttext_vocabulary or kind == chunk_kind::explicit_vocabulary
          or kind == chunk_kind::floret_vocabulary
  word:
    seq:
      - id: len_text
        type: u4
        doc: Length in bytes.
      - id: text
        type: str
        size: len_text
        -usual: ['"word" + _io.pos.to_s']
        doc: Any text, spaces, line breaks and the empty string included.
  ngram:
    seq:
      - id: len_text
        type: u4
        doc: Length in bytes.
      - id: text
        type: str
        size: len_text
        -usual: ['"word" + _io.pos.to_s']
      - id: index
        type: u8
        -usual: [_parent.ngrams.size]
        doc: Row of the matrix, counted from the end of the words. N-grams may share one.
  simple_vocabulary:
    doc: Known words only ("Simple Vocab"). Rows of the matrix = words.
    seq:
      - id: num_words
        type: u8
        -usual: [1, 2, 5]
      - id: words
        type: word
        repeat: expr
        repeat-expr: num_words
        -array: {}
  bucket_vocabulary:
    doc: |
      Words, and n-grams that finalfusion hashes ("Finalfusion subword vocab").

      By FNV-1a, 64 bits, into 2^bucket_exponent buckets. The number of words comes first, other than in the specification. Rows = words + buckets.
    seq:
      - id: num_words
        type: u8
        -usual: [1, 2, 5]
      - id: min_n
        type: u4
        valid: {min: 1}
        -usual: [3]
        doc: Length of the shortest n-grams, in characters, boundary markers included.
      - id: max_n
        type: u4
        valid: {min: min_n}
        -usual: [6]
        doc: Length of the longest n-grams, in characters.
      - id: bucket_exponent
        type: u4
        valid:
          min: 1
          max: 64
        -usual: [1, 2, 3]
      - id: words
        type: word
        repeat: expr
        repeat-expr: num_words
        -array: {}
  fasttext_vocabulary:
    doc: |
      Words, and n-grams that fastText hashes ("fastText subword vocab").

      By FNV-1a, 32 bits, with the bytes' signs extended, into buckets. The number of words comes first, other than in the specification. Rows = words + buckets.
    seq:
      - id: num_words
        type: u8
        -usual: [1, 2, 5]
      - id: min_n
        type: u4
        valid: {min: 1}
        -usual: [3]
        doc: Length of the shortest n-grams, in characters, boundary markers included.
      - id: max_n
        type: u4
        valid: {min: min_n}
        -usual: [6]
        doc: Length of the longest n-grams, in characters.
      - id: num_buckets
        type: u4
        valid: {min: 1}
        -usual: [1, 4, 7]
      - id: words
        type: word
        repeat: expr
        repeat-expr: num_words
        -array: {}
  explicit_vocabulary:
    doc: |
      Words, and a list of n-grams with their rows ("Explicit n-gram vocab").

      Both counts come first, and each n-gram
      has an index, other than in the specification. Rows = words + distinct indices.
    seq:
      - id: num_words
        type: u8
        -usual: [1, 2, 5]
      - id: num_ngrams
        type: u8
        -usual: [1, 3]
      - id: min_n
        type: u4
        valid: {min: 1}
        -usual: [3]
        doc: Length of the shortest n-grams, in characters, boundary markers included.
      - id: max_n
        type: u4
        valid: {min: min_n}
        -usual: [6]
        doc: Length of the longest n-grams, in characters.
      - id: words
        type: word
        repeat: expr
        repeat-expr: num_words
        -array: {}
      - id: ngrams
        type: ngram
        repeat: expr
        repeat-expr: num_ngrams
        -array: {}
  floret_vocabulary:
    doc: |
      No words at all: every word is the sum of hashed rows.

      By MurmurHash3, 128 bits. Not in the specification;
      written by the Rust program since 0.18. Rows = buckets.
    seq:
      - id: min_n
        type: u4
        valid: {min: 1}
        -usual: [3]
        doc: Length of the shortest n-grams, in characters, boundary markers included.
      - id: max_n
        type: u4
        valid: {min: min_n}
        -usual: [6]
        doc: Length of the longest n-grams, in characters.
      - id: num_buckets
        type: u8
        valid: {min: 1}
      - id: num_hashes
        type: u4
        valid:
          min: 1
          max: 4
        doc: Rows for each n-gram.
      - id: seed
        type: u4
      - id: begin_marker
        type: word
      - id: end_marker
        type: word
  matrix:
    doc: One row for each word and bucket ("Embedding matrix").
    seq:
      - id: num_rows
        type: u8
        -usual: [_root.chunks.where(_.is_vocabulary).first.num_rows]
      - id: num_columns
        type: u4
        -usual: [2, 3]
        doc: Dimensions of a vector.
      - id: data_type
        type: u4
        enum: data_type
        valid: {in-enum: true}
        -default: data_type::f32
        doc: All known programs write f32 alone.
      - id: padding
        size: len_value - _io.pos % len_value
        -fill: 0
        doc: Up to a multiple of a value from the start of the file; a whole value where it is one already, so never none.
      - id: rows
        size: num_rows * num_columns * len_value
        -array:
          dtype:
            switch-on: data_type
            cases:
              data_type::i8: s1
              data_type::u8: u1
              data_type::i16: s2
              data_type::u16: u2
              data_type::i32: s4
              data_type::u32: u4
              data_type::i64: s8
              data_type::u64: u8
              data_type::f32: f4
              data_type::f64: f8
          shape: [num_rows, num_columns]
        -codec: []
    instances:
      len_value:
        value: "[1, 1, 2, 2, 4, 4, 8, 8, 16, 16, 4, 8][data_type.to_i]"
        doc: Bytes of a value.
  quantized_matrix:
    doc: |
      Product-quantised rows ("Quantized embedding matrix").

      There, the two types are swapped, and the size of the subquantizers lacks a factor. Row = the centroids that its codes name, one after another; then
      `projection @ row`; then times its norm.
    seq:
      - id: use_projection
        type: u4
        -usual: [0, 1]
        doc: Not zero when there is a projection.
      - id: use_norms
        type: u4
        -usual: [0, 1]
        doc: Not zero when there are norms.
      - id: num_subquantizers
        type: u4
        valid:
          min: 1
        -usual: [1, 2]
        doc: Codes in a row ("quantized embedding length").
      - id: num_columns
        type: u4
        valid:
          expr: _ % num_subquantizers == 0
        -usual: [num_subquantizers, 2 * num_subquantizers]
        doc: Dimensions of a vector ("reconstructed embedding length").
      - id: num_centroids
        type: u4
        valid: {min: 1}
        -usual: [2, 4]
        doc: Centroids of each subquantizer.
      - id: num_rows
        type: u8
        -usual: [_root.chunks.where(_.is_vocabulary).first.num_rows]
      - id: code_type
        type: u4
        enum: data_type
        valid: data_type::u8
      - id: data_type
        type: u4
        enum: data_type
        valid: data_type::f32
        doc: Type of projection, subquantizers and norms ("reconstructed matrix type").
      - id: padding
        size: 4 - _io.pos % 4
        -fill: 0
        doc: Up to a multiple of 4 from the start of the file, never none.
      - id: projection
        size: num_columns * num_columns * 4
        if: use_projection != 0
        -array: {dtype: f4, shape: [num_columns, num_columns]}
      - id: subquantizers
        size: num_centroids * num_columns * 4
        -array: {dtype: f4, shape: [num_subquantizers, num_centroids, num_columns / num_subquantizers]}
      - id: norms
        size: num_rows * 4
        if: use_norms != 0
        -array: {dtype: f4, shape: [num_rows]}
        doc: Norms of all rows, buckets too.
      - id: rows
        size: num_rows * num_subquantizers
        -array: {dtype: f4, shape: [num_rows, num_columns]}
        -codec:
          - pq: {codebooks: subquantizers, projection: projection, norms: norms}
        doc: Stored as one byte for each subquantizer.
  norms:
    doc: Norms that the vectors of the words had ("NdNorms"), buckets not included.
    seq:
      - id: num_norms
        type: u8
        -usual: [_root.chunks.where(_.is_vocabulary).first.num_words]
      - id: data_type
        type: u4
        enum: data_type
        valid: data_type::f32
      - id: padding
        size: 4 - _io.pos % 4
        -fill: 0
        doc: Up to a multiple of 4 from the start of the file, never none.
      - id: norms
        size: num_norms * 4
        -array: {dtype: f4, shape: [num_norms]}
  metadata:
    doc: How the embeddings were made, as TOML ("Metadata"). May be empty.
    seq:
      - id: toml
        type: str
        size: _parent.len_data
        -usual: ['"[description]\nlanguage = \"English\"\n"', '""']
        doc: The text as it is; not all that programs have written is TOML.
  unknown_chunk:
    doc: |
      A kind that is not known.

      Programs refuse such files, and skip it where they look for one chunk.
    seq:
      - id: content
        size: _parent.len_data
enums:
  chunk_kind:
    1: simple_vocabulary
    2: matrix
    3: bucket_vocabulary
    4: quantized_matrix
    5: metadata
    6: norms
    7: fasttext_vocabulary
    8: explicit_vocabulary
    9: floret_vocabulary
  data_type:
    0: i8
    1: u8
    2: i16
    3: u16
    4: i32
    5: u32
    6: i64
    7: u64
    8: i128
    9: u128
    10: f32
    11: f64
