# error[Q507] 31:49 /seq/2/-checksum/over: the stretch ends before it begins: `a` stands before `b`
# error[Q507] 32:45 /seq/3/-checksum/over: the stretch ends before it begins: `b` stands before `b`
# error[Q206] 33:62 /seq/4/-checksum/over/behind: `from` and `behind` exclude each other
# error[Q206] 33:80 /seq/4/-checksum/over/before: `to` and `before` exclude each other
# error[Q302] 34:54 /seq/5/-checksum/over/from: type `checksum_parts` has no field `c`
#   help: expected one of `a`, `b`, `backwards`, `bits`, `both`, `decoded`, `empty`, `high`, `list`, `long`, `low`, `member`, `number`, `settings`, `small`, `sum_both`, `sum_high`, `sum_low`, `unknown`
# error[Q201] 34:64 /seq/5/-checksum/over/til: unknown key `til` in `over`
#   help: expected one of `before`, `behind`, `from`, `to`
# error[Q401] 35:46 /seq/6/-checksum/over: what a checksum is over must be bytes, found an integer
# error[Q302] 36:50 /seq/7/-checksum/over/1: an integer has no `x`
#   help: expected one of `to_s`
# error[Q401] 36:55 /seq/7/-checksum/over/2: what a checksum is over must be bytes, found an integer
# error[Q504] 37:38 /seq/8/-checksum: a crc32 has 32 bits, and `small` has 16
#   help: `mask` says which bits to store
# error[Q504] 38:38 /seq/9/-checksum: a crc32 is an integer of whole bytes, but `bits` is not
# error[Q504] 39:67 /seq/10/-checksum: an adler32 is an integer, but `list` is a list of an integer
# error[Q504] 40:37 /seq/11/-checksum: a sha256 has 32 bytes, and `long` takes 33
# error[Q401] 41:57 /seq/12/-checksum/init: `init` must be an integer, found bytes
# error[Q401] 41:66 /seq/12/-checksum/xor: `xor` must be an integer, found a string
# error[Q401] 41:78 /seq/12/-checksum/mask: `mask` must be an integer, found a boolean
# error[Q104] 41:89 /seq/12/-checksum/own: expected an integer from 0 to 255, found `256`
# error[Q203] 41:100 /seq/12/-checksum/word: `word` cannot be `u3`
#   help: expected one of `u1`, `u2be`, `u2le`, `u4be`, `u4le`, `u8be`, `u8le`
# error[Q206] 42:40 /seq/13/-checksum: `decoded` is for a checksum over one field with `-codec`
# error[Q507] 45:65 /seq/16/-checksum/over: `high` ends within a byte
# error[Q507] 46:71 /seq/17/-checksum/over/from: `low` begins within a byte
meta: {id: checksum_parts, endian: le, encoding: ASCII}
seq:
  - {id: a, type: u1}
  - {id: b, size: 4}
  - {id: backwards, type: u4, -checksum: {over: {from: b, to: a}}}
  - {id: empty, type: u4, -checksum: {over: {from: b, before: b}}}
  - {id: both, type: u4, -checksum: {over: {from: a, behind: a, to: b, before: b}}}
  - {id: unknown, type: u4, -checksum: {over: {from: c, to: b, til: b}}}
  - {id: number, type: u4, -checksum: {over: a + 1}}
  - {id: member, type: u4, -checksum: {over: [b, a.x, late]}}
  - {id: small, type: u2, -checksum: {algorithm: crc32, over: b}}
  - {id: bits, type: b32, -checksum: {algorithm: crc32, over: b}}
  - {id: list, type: u4, repeat: expr, repeat-expr: 2, -checksum: {algorithm: adler32, over: b}}
  - {id: long, size: 33, -checksum: {algorithm: sha256, over: b}}
  - {id: settings, type: u4, -checksum: {over: b, init: b, xor: '"a"', mask: true, own: 256, word: u3}}
  - {id: decoded, type: u4, -checksum: {over: b, decoded: true}}
  - {id: high, type: b4}
  - {id: low, type: b4}
  - {id: sum_high, type: u1, -checksum: {algorithm: sum8, over: high}}
  - {id: sum_low, type: u1, -checksum: {algorithm: sum8, over: {from: low, to: low}}}
  - {id: sum_both, type: u1, -checksum: {algorithm: sum8, over: {from: high, to: low}}}
instances:
  late: {value: a + 1}
