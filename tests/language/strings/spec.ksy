meta:
  id: strings
  encoding: UTF-8
seq:
  - {id: len_name, type: u1}
  - {id: name, type: str, size: len_name}
  - {id: zero_ended, type: strz}
  - {id: latin, type: strz, encoding: ISO-8859-1}
  - {id: wide, type: str, size: 6, encoding: UTF-16LE}
  - {id: padded, type: str, size: 6, pad-right: 0x20}
  - {id: field, type: strz, size: 5}
  - {id: line, type: str, terminator: 0x0a}
  - {id: kept, type: str, terminator: 0x0a, include: true}
  - {id: raw, terminator: 0x3b}
  - {id: raw_padded, size: 4, pad-right: 0xff}
  - {id: rest, type: str, size-eos: true}
