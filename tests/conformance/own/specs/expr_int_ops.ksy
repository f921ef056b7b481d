meta:
  id: expr_int_ops
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
instances:
  fd1:
    value: '-13 / 4'
  fd2:
    value: '13 / -4'
  fd3:
    value: '-13 / -4'
  fd4:
    value: 's / 4'
  fd5:
    value: 's / u'
  fd6:
    value: 'u / s'
  fd7:
    value: 'w / s'
  fd8:
    value: 'q / 16'
  fd9:
    value: '0 / s'
  fm1:
    value: '-13 % 4'
  fm2:
    value: 's % 4'
  fm3:
    value: 'q % 7'
  fm4:
    value: 'w % 100'
  fm5:
    value: '-1 % 0x10000'
  fm6:
    value: '13 % 13'
  fm_negdiv:
    value: '13 % s'
  fm_negdiv2:
    value: 's % -4'
  sh1:
    value: 'q >> 2'
  sh2:
    value: 's << 4'
  sh3:
    value: '1 << 40'
  sh4:
    value: '1 << 64'
  sh5:
    value: '-1 >> 1'
  sh6:
    value: 'u << u'
  sh_neg:
    value: '1 << s'
  and1:
    value: 'q & 0xff'
  and2:
    value: 's & w'
  or1:
    value: 'q | 1'
  xor1:
    value: 's ^ q'
  xor2:
    value: 'w ^ 0xffff'
  inv1:
    value: '~s'
  inv2:
    value: '~0'
  big1:
    value: '0xffffffffffffffff'
  big2:
    value: '0xffffffffffffffff + 1'
  big3:
    value: '0x8000000000000000'
  big4:
    value: '-0x8000000000000000'
  big5:
    value: '9223372036854775807'
  big6:
    value: '123456789012345678901234567890'
  big7:
    value: '0x7fff_ffff'
  hex:
    value: '0xCafeBabe'
  bin:
    value: '0b1010_0101'
  oct:
    value: '0o755'
  dec_us:
    value: '1_000_000'
  zero:
    value: '0'
  neg0:
    value: '-0'
  div0:
    value: 'u / 0'
  mod0:
    value: 'u % 0'
  div0f:
    value: 'u / (s + 13)'
  div0_const:
    value: '1 / 0'
  xor_int_bool:
    value: 't.to_i ^ 1'
  bool_add:
    value: 't.to_i + f.to_i'
  mul_big:
    value: 'w * q * 100000000000'
  cmp1:
    value: 'u < s'
  cmp2:
    value: 'u <= 7'
  cmp3:
    value: 'q >= -16'
  cmp4:
    value: 'w != 258'
  cmp5:
    value: 'w == 0x102'
  cmp6:
    value: '-1 < 0'
  cmp7:
    value: 'u > -s'
