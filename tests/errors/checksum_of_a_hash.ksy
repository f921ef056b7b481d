# warning[Q208] 20:10 /seq/1/id: `len_hash` is the byte size of `any_size`; the style guide says `len_any_size`
# error[Q504] 21:39 /seq/2/-checksum: a blake3 is bytes of a constant size, and `number` is not
# error[Q504] 22:47 /seq/3/-checksum: a blake3 is bytes of a constant size, and `any_size` is not
# error[Q901] 22:47 /seq/3/-checksum: a second `-checksum` over one field with `-codec` is understood, but not compiled yet
# error[Q504] 23:39 /seq/4/-checksum: a blake3 is bytes of a constant size, and `no_size` is not
# error[Q901] 23:39 /seq/4/-checksum: a second `-checksum` over one field with `-codec` is understood, but not compiled yet
# error[Q504] 24:69 /seq/5/-checksum: a blake3 is bytes of a constant size, and `several` is not
# error[Q901] 24:69 /seq/5/-checksum: a second `-checksum` over one field with `-codec` is understood, but not compiled yet
# error[Q504] 25:35 /seq/6/-checksum: a crc32 is an integer, but `crc` is bytes
# error[Q901] 25:35 /seq/6/-checksum: a second `-checksum` over one field with `-codec` is understood, but not compiled yet
# error[Q901] 26:40 /seq/7/-checksum: a second `-checksum` over one field with `-codec` is understood, but not compiled yet
# error[Q401] 26:84 /seq/7/-checksum/decoded: `decoded` must be a boolean, found an integer
# error[Q401] 26:98 /seq/7/-checksum/if: `if` must be a boolean, found an integer
# error[Q901] 27:40 /seq/8/-checksum: a second `-checksum` over one field with `-codec` is understood, but not compiled yet
# error[Q302] 27:84 /seq/8/-checksum/decoded: type `checksum` has no `has_hash`
#   help: expected one of `any_size`, `crc`, `len_hash`, `no_bool`, `no_size`, `number`, `payload`, `several`, `unknown`
meta: {id: checksum, endian: le}
seq:
  - {id: payload, size: 4, -array: {dtype: f4, shape: [2]}, -codec: [fp16]}
  - {id: len_hash, type: u1}
  - {id: number, type: u8, -checksum: {algorithm: blake3, over: payload}}
  - {id: any_size, size: len_hash, -checksum: {algorithm: blake3, over: payload}}
  - {id: no_size, size: 0, -checksum: {algorithm: blake3, over: payload}}
  - {id: several, size: 4, repeat: expr, repeat-expr: 2, -checksum: {algorithm: blake3, over: payload}}
  - {id: crc, size: 4, -checksum: {algorithm: crc32, over: payload}}
  - {id: no_bool, size: 16, -checksum: {algorithm: blake3, over: payload, decoded: len_hash, if: 1}}
  - {id: unknown, size: 16, -checksum: {algorithm: blake3, over: payload, decoded: has_hash}}
