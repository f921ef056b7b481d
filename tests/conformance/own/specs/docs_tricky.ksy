meta:
  id: docs_tricky
  title: It's a "title" with \backslash and """triple""" quotes
  endian: le
doc: |
  First line with "quotes" and 'single'.

  Second paragraph: ünïcödé, tabs	here, `code`, $x^2$, {braces}, %s, 100%.
    indented
  ends with a quote"
doc-ref:
  - http://example.com/a?b=c&d=e Some text
  - plain text only
  - http://example.com/bare
seq:
  - id: a
    type: u1
    doc: one line
    doc-ref: http://example.com/a
  - id: b
    type: sub
    doc: |
      multi
      line
types:
  sub:
    doc: 'ends with "two quotes""'
    doc-ref: 'ref with "quotes"'
    params: []
    seq:
      - id: x
        type: u1
        doc: '''single'''
  empty_doc:
    doc: ' '
instances:
  i:
    value: a + 1
    doc: 'a value # with hash'
    doc-ref:
      - x
      - 'y: z'
  j:
    pos: 0
    type: u1
    doc: |

      starts with a blank line

      and ends with some


enums:
  e:
    1:
      id: one
      doc: |
        several
        lines
    2:
      id: two
      doc-ref: [a, b]
