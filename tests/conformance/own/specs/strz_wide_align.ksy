meta:
  id: strz_wide_align
instances:
  a:
    pos: 0
    type: strz
    encoding: UTF-16LE
  b:
    pos: 1
    type: strz
    encoding: UTF-16BE
  c:
    pos: 0
    type: strz
    size: 7
    encoding: UTF-16LE
  d:
    pos: 0
    size-eos: true
    type: strz
    encoding: UTF-32LE
  e:
    pos: 4
    type: strz
    encoding: UTF-32BE
    eos-error: true
  f:
    pos: 0
    type: strz
    encoding: utf-16le
    repeat: expr
    repeat-expr: 2
  g:
    pos: 0
    type: str
    terminator: 0
    encoding: UTF-16LE
  h:
    pos: 0
    type: strz
    terminator: 0x62
    encoding: UTF-16LE
