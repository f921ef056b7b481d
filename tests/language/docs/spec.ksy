meta:
  id: docs
  title: Title with "quotes", a back\slash and """three"""
  endian: le
doc: |
  First sentence ends here. The second has a C:\\new\\table path, \N and \x41, and 'single' quotes.

  A paragraph with """triple quotes""" and non-ASCII: naïve café, 日本語, Ω.

  - a list
  - of two
doc-ref: https://example.org/spec
seq:
  - id: a
    type: u1
    doc: Ends with a quote"
  - id: b
    type: u1
    doc: "Ends with a backslash\\"
  - id: c
    type: u1
    doc-ref: section 2
    doc: |
      Several lines,
      one sentence. And """another""".

      A second paragraph.
  - id: d
    type: inner
    doc: A very long description of a field that does not fit on one line of the docstring, so that it has to be wrapped somewhere.
types:
  inner:
    doc: 'Ends with "quotes"'
    seq:
      - {id: a, type: u1, doc: ""}
    instances:
      twice:
        value: a * 2
        doc: '"""'
  plain:
    seq: []
enums:
  mark:
    1: {id: one, doc: 'Says "one" \\ uno.'}
