meta:
  id: valid_seq_auto
seq:
  - id: hdr
    type: hdr
  - id: recs
    type: rec(hdr.lim)
    repeat: eos
types:
  hdr:
    seq:
      - id: lim
        type: u1
        valid:
          min: 2
          max: 100
  rec:
    params:
      - id: lim
        type: u1
    seq:
      - id: v
        type: s2be
        valid:
          max: lim
      - id: w
        type: b4
        valid:
          any-of: [v, 15]
      - id: z
        type: b4
    instances:
      chk:
        pos: 0
        type: u1
        valid: v
