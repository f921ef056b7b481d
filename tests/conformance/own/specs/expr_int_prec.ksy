meta:
  id: expr_int_prec
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
  p01:
    value: '1 + 2 * 3'
  p02:
    value: '(1 + 2) * 3'
  p03:
    value: '10 - 4 - 3'
  p04:
    value: '10 - (4 - 3)'
  p05:
    value: '100 / 7 / 2'
  p06:
    value: '100 / (7 / 2)'
  p07:
    value: '2 * 7 % 4'
  p08:
    value: '2 * (7 % 4)'
  p09:
    value: '1 << 2 + 1'
  p10:
    value: '(1 << 2) + 1'
  p11:
    value: '1 | 2 ^ 3 & 2'
  p12:
    value: '(1 | 2) ^ 3 & 2'
  p13:
    value: '6 & 3 ^ 1'
  p14:
    value: '5 & 4 == 4'
  p15:
    value: '1 | 6 == 7'
  p16:
    value: '1 ^ 3 == 2'
  p17:
    value: '1 << 3 >> 1'
  p18:
    value: '64 >> 2 << 1'
  p19:
    value: '64 >> (2 << 1)'
  p20:
    value: '-u + 3'
  p21:
    value: '-(u + 3)'
  p22:
    value: '~u & 0xf'
  p23:
    value: '~(u & 0xf)'
  p24:
    value: '- -u'
  p25:
    value: '-~u'
  p26:
    value: '~-u'
  p27:
    value: '+u'
  p28:
    value: 'u - -s'
  p29:
    value: 'u--s'
  p30:
    value: 'not t or t'
  p31:
    value: 'not (t or t)'
  p32:
    value: 'not t and f'
  p33:
    value: 't or f and f'
  p34:
    value: '(t or f) and f'
  p35:
    value: 'not u == 7'
  p36:
    value: 'not not t'
  p37:
    value: 'u > 3 and u < 10 or s > 0'
  p38:
    value: 'u == 7 ? 1 : 2 + 3'
  p39:
    value: '(u == 7 ? 1 : 2) + 3'
  p40:
    value: 'u == 8 ? 1 : u == 7 ? 2 : 3'
  p41:
    value: 'u == 7 ? s == 1 ? 1 : 2 : 3'
  p42:
    value: '1 + (t ? 10 : 20) * 2'
  p43:
    value: 'u * -1'
  p44:
    value: 'u - 1 * -2'
  p45:
    value: '3 - 2 + 1'
  p46:
    value: '12 / 2 * 3'
  p47:
    value: '12 % 5 * 3'
  p48:
    value: '1 + 2 << 3 - 1'
  p49:
    value: '0xf0 & 0x3c | 3'
  p50:
    value: '0xf0 & (0x3c | 3)'
  p52:
    value: '(u < 8) == t'
  p53:
    value: 't != f'
  p54:
    value: 'u.to_s + s.to_s'
  p55:
    value: '(u + s).to_s'
  p56:
    value: '-u.to_s.length'
  p57:
    value: '(-u).to_s.length'
  p58:
    value: '''u in_range'''
  p59:
    value: 'notable'
  p60:
    value: 'u+s*w-q/u%3'
  p61:
    value: '((((u))))'
  p62:
    value: 'not(t)'
  p63:
    value: 't?1:0'
  p64:
    value: 't and not f and not (u == 6)'
  p65:
    value: 'u - (s - (w - q))'
  p66:
    value: '1 - (2 - 3) - 4'
  p67:
    value: '7 - (2 + 3)'
  p68:
    value: '2 * (3 + 4) * 5'
  p69:
    value: '100 / (5 * 4)'
  p70:
    value: '100 % (7 * 2)'
  p71:
    value: '(1 | 2) == 3'
  p72:
    value: '(5 & 4) == 4'
  notable:
    value: '5'
