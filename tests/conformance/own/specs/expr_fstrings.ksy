meta:
  id: expr_fstrings
  encoding: UTF-8
seq:
  - id: name
    type: strz
  - id: n
    type: s1
  - id: arr
    type: u1
    repeat: expr
    repeat-expr: 3
  - id: sub
    type: sub
types:
  sub:
    seq:
      - id: v
        type: u2le
instances:
  f1:
    value: 'f"hi {name}"'
  f2:
    value: 'f"{name}{n}"'
  f3:
    value: 'f"{n + 1}:{arr[0]}"'
  f4:
    value: 'f"{arr[1] * arr[2]}"'
  f5:
    value: 'f"a\tb\n{name}\\"'
  f7:
    value: 'f"{name.length} {name.reverse}"'
  f8:
    value: 'f"{''in'' + name}"'
  f9:
    value: 'f"{"dq"}"'
  f10:
    value: 'f"x}y"'
  f11:
    value: 'f"{sub.v}"'
  f12:
    value: 'f"{n < 0 ? "neg" : "pos"}"'
  f13:
    value: 'f"\u00e9{name}"'
  f14:
    value: 'f"%d {n}%"'
  f15:
    value: 'f"''{name}''"'
  f16:
    value: 'f"\"{name}\""'
  f17:
    value: 'f"{f"nested {n}"}"'
  f18:
    value: 'f"{n}" + "x"'
  f19:
    value: 'f"{n}".length'
  f20:
    value: 'f"{-n}"'
  f21:
    value: 'f"{(n)}"'
  f22:
    value: 'f"plain"'
  f23:
    value: 'f"{n.to_s}"'
  f24:
    value: 'f"{arr.size}{arr.last}"'
  f25:
    value: 'f"{name.substring(0, 2)}"'
  f26:
    value: 'f"{0xff}"'
  f27:
    value: 'f"{n / 2}"'
  f28:
    value: 'f"{123456789012}"'
  f32:
    value: 'f"{ n }"'
  f34:
    value: 'f""'
  f36:
    value: 'f"\101{n}\0"'
  f41:
    value: 'f"{[1,2,3].size}"'
  f39:
    value: 'f"{f1}!"'
