meta:
  id: word2vec
  title: word2vec embeddings, binary
  application:
    - word2vec
    - gensim
    - finalfusion
  file-extension: [w2v, bin]
  license: Apache-2.0
  ks-version: "0.10"
  endian: le
doc: |
  Words with their vectors, as word2vec writes them with `-binary 1`.

  A line of text says how many there are. The original program and finalfusion write a line break after each vector,
  gensim none; so a word may begin with line breaks that do not belong to it.
doc-ref: https://code.google.com/archive/p/word2vec/ distance.c, word2vec.c
seq:
  - id: num_words
    type: str
    encoding: ASCII
    terminator: 0x20
    valid: {expr: _.to_i >= 0}
    -derive: words.size.to_s
    doc: Number of words, in decimal digits.
  - id: num_columns
    type: str
    encoding: ASCII
    terminator: 0x0a
    valid: {expr: _.to_i > 0}
    doc: Dimensions of a vector, in decimal digits.
  - id: words
    type: word(num_columns.to_i)
    repeat: expr
    repeat-expr: num_words.to_i
    -array: {}
  - id: tail
    size-eos: true
    -default: '[].as<bytes>'
    doc: The line break after the last vector, if there is one.
types:
  word:
    params:
      - id: num_columns
        type: u4
    seq:
      - id: text
        terminator: 0x20
        -usual: ['("word" + _parent.words.size.to_s).to_b("UTF-8")']
        doc: UTF-8, perhaps with line breaks in front that are not part of the word.
      - id: vector
        size: num_columns * 4
        -array: {dtype: f4, shape: [num_columns]}
