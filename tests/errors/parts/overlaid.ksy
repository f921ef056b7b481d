meta: {id: overlaid}
seq:
  - {id: len_body, type: u1}
  - {id: body, type: body, size: len_body}
types:
  body:
    seq:
      - {id: kind, type: u1, valid: 1}
