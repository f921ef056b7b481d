meta:
  id: fasttext
  title: fastText models
  application: fastText
  file-extension:
    - ftz
    - bin
  license: Apache-2.0
  ks-version: "0.10"
  endian: le
doc: |
  A model of fastText.

  Its parameters, its dictionary, the input matrix (a row for each word, then one for each bucket of n-grams) and the
  output matrix.
doc-ref: https://github.com/facebookresearch/fastText FastText::saveModel
seq:
  - id: magic
    type: s4
    valid: 793712314
  - id: version
    type: s4
    valid: 12
  - id: arguments
    type: arguments
  - id: dictionary
    type: dictionary
  - id: is_quantized
    type: u1
    -default: 0
    doc: Not zero when the input matrix is quantised.
  - id: input
    type:
      switch-on: is_quantized
      cases:
        0: matrix
        _: quantized_matrix
    doc: Rows of the words, then of the buckets.
  - id: is_output_quantized
    type: u1
    -default: 0
    doc: Not zero when the output matrix is quantised.
  - id: output
    type:
      switch-on: is_output_quantized
      cases:
        0: matrix
        _: quantized_matrix
    doc: The output layer. Used in training, and by supervised models.
types:
  arguments:
    doc: How the model was trained.
    seq:
      - id: dim
        type: s4
        valid: {min: 1}
        -usual: [2, 3, 4]
        doc: Dimensions of a vector.
      - id: window_size
        type: s4
        -usual: [5]
      - id: epoch
        type: s4
        -usual: [5]
      - id: min_count
        type: s4
        -usual: [1, 5]
      - id: negatives
        type: s4
        -usual: [5]
      - id: word_ngrams
        type: s4
        -usual: [1]
      - id: loss
        type: s4
        enum: loss
        -usual: [loss::negative_sampling, loss::hierarchical_softmax]
      - id: model
        type: s4
        enum: model
        -usual: [model::skipgram, model::cbow]
      - id: num_buckets
        type: s4
        valid: {min: 0}
        -usual: [1, 2, 8]
        doc: Rows of the input matrix that n-grams share.
      - id: min_n
        type: s4
        valid: {min: 0}
        -usual: [3]
        doc: Length of the shortest n-grams, in characters, boundary markers included.
      - id: max_n
        type: s4
        valid: {min: 0}
        -usual: [6]
        doc: Length of the longest n-grams; 0 when there are none.
      - id: lr_update_rate
        type: s4
        -usual: [100]
      - id: sampling_threshold
        type: f8
        -usual: [0.0001]
  dictionary:
    seq:
      - id: num_entries
        type: s4
        valid: {expr: _ >= 0}
        -usual: [1, 2, 3, 8]
      - id: num_words
        type: s4
        -usual: [num_entries]
      - id: num_labels
        type: s4
        -usual: [0]
      - id: num_tokens
        type: s8
        -usual: [1000]
        doc: Words of the text that the model was trained on.
      - id: num_pruned
        type: s8
        -usual: [-1]
        doc: Entries of `pruned`; -1 when the model was not pruned.
      - id: entries
        type: entry
        repeat: expr
        repeat-expr: num_entries
        -array: {}
        doc: The words, the most frequent first; then the labels.
      - id: pruned
        type: pruned
        repeat: expr
        repeat-expr: num_pruned
        if: num_pruned > 0
        doc: Where the rows of buckets went that were kept.
  entry:
    seq:
      - id: word
        terminator: 0
        -usual: ['("word" + _parent.entries.size.to_s).to_b("UTF-8")']
        doc: UTF-8.
      - id: count
        type: s8
        -usual: [5, 9]
      - id: kind
        type: s1
        enum: kind
        -usual: [kind::word]
  pruned:
    seq:
      - id: bucket
        type: s4
      - id: row
        type: s4
  matrix:
    seq:
      - id: num_rows
        type: s8
        valid: {min: 0}
        -usual: [_root.dictionary.num_words + _root.arguments.num_buckets]
      - id: num_columns
        type: s8
        valid: {min: 0}
        -usual: [_root.arguments.dim]
      - id: rows
        size: num_rows * num_columns * 4
        -array: {dtype: f4, shape: [num_rows, num_columns]}
  quantized_matrix:
    seq:
      - id: has_norms
        type: u1
      - id: num_rows
        type: s8
        valid: {min: 0}
      - id: num_columns
        type: s8
        valid: {min: 0}
      - id: len_codes
        type: s4
        valid: {min: 0}
      - id: codes
        size: len_codes
      - id: quantizer
        type: quantizer
      - id: norm_codes
        size: num_rows * 1
        if: has_norms != 0
      - id: norm_quantizer
        type: quantizer
        if: has_norms != 0
  quantizer:
    doc: A product quantiser with 256 centroids for each part of a vector.
    seq:
      - id: dim
        type: s4
        valid: {min: 0}
      - id: num_parts
        type: s4
      - id: len_part
        type: s4
        doc: Dimensions of a part.
      - id: len_last_part
        type: s4
        doc: Dimensions of the last part.
      - id: centroids
        size: dim * 256 * 4
        -array: {dtype: f4, shape: [dim, 256]}
        doc: Part by part, in each centroid by centroid.
enums:
  loss:
    1: hierarchical_softmax
    2: negative_sampling
    3: softmax
    4: one_vs_all
  model:
    1: cbow
    2: skipgram
    3: supervised
  kind:
    0: word
    1: label
