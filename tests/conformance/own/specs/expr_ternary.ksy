meta:
  id: expr_ternary
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
  - id: s2
    type: sub
  - id: s3
    type: sub2
types:
  sub:
    seq:
      - id: v
        type: u1
  sub2:
    seq:
      - id: v
        type: u1
enums:
  kind:
    1: a
    2: b
instances:
  t1:
    value: 't ? u : s'
  t2:
    value: 't ? u : w'
  t3:
    value: 'f ? u : 100000'
  t4:
    value: 'f ? 1 : -1'
  t5:
    value: 't ? "a" : "b"'
  t6:
    value: 't ? [1, 2] : [3]'
  t7:
    value: 't ? 1.5 : 2'
  t8:
    value: 'f ? 1.5 : 2'
  t9:
    value: 't ? t : f'
  t10:
    value: '(t ? "yes" : "no") + "!"'
  t11:
    value: '(f ? [1, 2] : [3, 4, 5])[1]'
  t12:
    value: 't ? kind::a : kind::b'
  t13:
    value: '(t ? kind::a : kind::b).to_i'
  t14:
    value: 't ? s1 : s2'
  t15:
    value: '(t ? s1 : s2).v'
  t15b:
    value: '(t ? s1 : s3).as<sub>.v'
  t16:
    value: 'f ? (t ? 1 : 2) : (f ? 3 : 4)'
  t17:
    value: 't and f ? 1 : 2'
  t18:
    value: 't or f ? 1 : 2'
  t19:
    value: 'not t ? 1 : 2'
  t20:
    value: 'u == 7 and s == -13 ? "both" : u == 7 ? "one" : "none"'
  t22:
    value: '(t ? s1 : s1)._io.size'
  t23:
    value: 't ? "x".to_i(36) : 0'
  t24:
    value: 't ? b6 : u'
  t26:
    value: '(t ? 1 : 0) == 1 ? "ok" : "no"'
  t27:
    value: 't ? true : f'
  t28:
    value: 't ? _io : s1._io'
  t29:
    value: 't ? s1 : s3'
  b1:
    value: 'true'
  b2:
    value: 'false'
  b3:
    value: 'true and false'
  b4:
    value: 'true == true'
  b5:
    value: 't == f'
  b6x:
    value: '(u == 7) == (s < 0)'
  b7:
    value: 't.to_i + (u > 6).to_i * 10'
  b8:
    value: 'true.to_i'
  b9:
    value: '(not t).to_i'
  b10:
    value: 'true != t'
  lazy_or:
    value: 't or 1 / 0 == 1'
  lazy_and:
    value: 'f and 1 / 0 == 1'
  lazy_tern:
    value: 't ? 1 : 1 / 0'
  strict_and:
    value: 't and 1 / 0 == 1'
  and_or_chain:
    value: 't and t and f or t and not f'
  cmp_bytes_tern:
    value: '(t ? [1, 2].as<bytes> : [3].as<bytes>) == [1, 2]'
