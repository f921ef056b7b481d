meta:
  id: enc_inherit
  encoding: windows-1252
seq:
  - id: a
    type: strz
  - id: b
    type: inner
  - id: c
    type: strz
    encoding: UTF-16LE
  - id: d
    type: par("€", a)
types:
  inner:
    meta:
      encoding: IBM437
    seq:
      - id: x
        type: strz
      - id: y
        type: deep
      - id: z
        type: strz
        encoding: UTF-8
    types:
      deep:
        seq:
          - id: q
            type: strz
    instances:
      same:
        value: x == y.q
  par:
    params:
      - id: s
        type: str
      - id: t
        type: str
    seq:
      - id: r
        type: str
        size: s.length + t.length
    instances:
      st:
        value: s + t + r
