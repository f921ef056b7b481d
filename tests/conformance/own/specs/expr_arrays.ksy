meta:
  id: expr_arrays
seq:
  - id: u
    type: u1
  - id: s
    type: s1
  - id: w
    type: u2be
  - id: q
    type: s4be
  - id: t
    type: b1
  - id: f
    type: b1
  - id: b6
    type: b6
  - id: s1
    type: sub
types:
  sub:
    seq:
      - id: v
        type: u1
enums:
  kind:
    1: a
    2: b
instances:
  a1b:
    value: '[1, 2, 3]'
  a2:
    value: '[1, 2, 256]'
  a3:
    value: '[-1, 2]'
  a4:
    value: '[0, 255]'
  a8:
    value: '["a", "bc"]'
  a9:
    value: '[1.5, 2.5]'
  a10:
    value: '[t, f]'
  a11:
    value: '[[1, 2], [3]]'
  a12:
    value: '[[1, 300], [3, 400]]'
  a13:
    value: '[kind::a, kind::b]'
  a14:
    value: '[1, 2].as<bytes>'
  a15:
    value: '[1, 2].as<u1[]>'
  a16:
    value: '[1, 2].as<u4[]>'
  a17:
    value: '[].as<bytes>'
  a18:
    value: '[].as<u2[]>'
  a19:
    value: '[1].as<s1[]>'
  a20:
    value: '[w, q, u]'
  a21:
    value: '[1, 2, 3].as<u1[]>.size'
  a22:
    value: '[1, 2, 3].length'
  a23:
    value: '[1, 2, 3].size'
  a24:
    value: '[1, 2, 3][1]'
  a25:
    value: '[1000, 2000][1]'
  a26:
    value: '[1000, 2000].first'
  a27:
    value: '["x", "y"].last'
  a28:
    value: '["x", "z", "y"].max'
  a29:
    value: '["x", "z", "y"].min'
  a30:
    value: '[3, 1, 2].max'
  a31:
    value: '[3, 1, 2].min'
  a32:
    value: '[3, 1, 2].first'
  a33:
    value: '[3, 1, 2].last'
  a34:
    value: '[-3, -1].max'
  a35:
    value: '[1.5, -2.5].max'
  a36:
    value: '[1, 2] == [1, 2]'
  a37:
    value: '[1, 2] < [1, 3]'
  a38:
    value: '[1, 2] != [1, 2, 0]'
  a39:
    value: '[1, 2] >= [1]'
  a40:
    value: '[200] > [100, 100]'
  a42:
    value: '[u, 1].as<bytes>'
  a43:
    value: '[u, 1].as<u1[]>'
  a44:
    value: '[0x41, 0x42].to_s("ASCII")'
  a45:
    value: '[0xc3, 0xa9].to_s("UTF-8")'
  a46:
    value: '[0xff].to_s("UTF-8")'
  a47:
    value: '[0xff].to_s("ISO-8859-1")'
  a49:
    value: '[1, 2, 3][3]'
  a50:
    value: '[1, 2, 3][u]'
  a51:
    value: '[1000, 2][s + 12]'
  a52:
    value: '[1000, 2][s + 10]'
  a54:
    value: '[1 + 1, 2 * 2]'
  a55:
    value: '[-128, 127]'
  a56:
    value: '[0x80, 0xff].as<s1[]>'
  a57:
    value: '[1, 1.5]'
  a58:
    value: '["ab".length, 2]'
  a59:
    value: '["ab", "cd"].as<str[]>'
  a60:
    value: '["ab", "cd"][0].length'
  a61:
    value: '[true, false].size'
  a62:
    value: '[1, 2, 3].as<u1[]>[1] + 1'
  a63:
    value: '[1, 2, 3].as<u1[]>.max'
  a64:
    value: '[].as<bytes>.length'
  a65:
    value: '[].as<u1[]>.first'
  a66:
    value: '[].as<bytes>.first'
  a67:
    value: '[].as<u1[]>.max'
  a68:
    value: '[s1, s1].size'
  a69:
    value: '[s1, s1][1].v'
  a70:
    value: '[1, 2,]'
  s1x:
    value: 's1.v'
