# warning[Q208] 6:10 /seq/0/id: `size_of_body` is the byte size of `body`; the style guide says `len_body`
# warning[Q208] 8:10 /seq/2/id: `count` is the number of elements of `rows`; the style guide says `num_rows`
meta:
  id: names_of_style
seq:
  - {id: size_of_body, type: u1}
  - {id: body, size: size_of_body}
  - {id: count, type: u1}
  - {id: rows, type: u1, repeat: expr, repeat-expr: count}
  - {id: len_tail, type: u1}
  - {id: tail, size: len_tail}
