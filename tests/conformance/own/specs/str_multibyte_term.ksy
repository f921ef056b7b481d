meta:
  id: str_multibyte_term
instances:
  sjis:
    pos: 0
    type: str
    terminator: 0x5c
    encoding: Shift_JIS
    eos-error: false
  sjis_z:
    pos: 0
    type: strz
    encoding: Shift_JIS
  utf8:
    pos: 5
    type: str
    terminator: 0xa9
    include: true
    encoding: UTF-8
  utf8_cut:
    pos: 5
    type: str
    terminator: 0xa9
    encoding: UTF-8
  pad_cut:
    pos: 5
    type: str
    size: 3
    pad-right: 0xa9
    encoding: UTF-8
  big5:
    pos: 9
    type: strz
    encoding: Big5
  euc:
    pos: 13
    type: str
    size: 2
    encoding: EUC-KR
  bom:
    pos: 15
    type: str
    size: 4
    encoding: UTF-8
  empty:
    pos: 3
    type: str
    size: 0
    encoding: Big5
  empty_z:
    pos: 4
    type: strz
    encoding: UTF-8
