meta:
  id: expr_str_methods
  encoding: UTF-8
seq:
  - id: s
    type: strz
  - id: num
    type: strz
  - id: hex
    type: strz
  - id: uni
    type: strz
  - id: bad
    type: strz
instances:
  len:
    value: 's.length'
  ulen:
    value: 'uni.length'
  rev:
    value: 's.reverse'
  urev:
    value: 'uni.reverse'
  sub1:
    value: 's.substring(1, 3)'
  sub2:
    value: 's.substring(0, s.length)'
  sub3:
    value: 's.substring(2, 2)'
  sub4:
    value: 's.substring(3, 99)'
  sub5:
    value: 'uni.substring(1, 2)'
  sub6:
    value: '"hello".substring(1, 4)'
  sub7:
    value: 's.substring(s.length - 2, s.length)'
  sub_back:
    value: 's.substring(4, 2)'
  sub_neg:
    value: 's.substring(-3, -1)'
  i10:
    value: 'num.to_i'
  i10b:
    value: 'num.to_i(10)'
  i16:
    value: 'hex.to_i(16)'
  i36:
    value: 's.to_i(36)'
  i2:
    value: '"1011".to_i(2)'
  i8:
    value: '"0755".to_i(8)'
  i_neg:
    value: '"-42".to_i'
  i_plus:
    value: '"+42".to_i'
  i_sp:
    value: '" 42 ".to_i'
  i_us:
    value: '"1_000".to_i'
  i_pref:
    value: '"0x1f".to_i(16)'
  i_pref10:
    value: '"0x1f".to_i'
  i_bad:
    value: 'bad.to_i'
  i_bad16:
    value: '"xyz".to_i(16)'
  i_empty:
    value: '"".to_i'
  i_float:
    value: '"1.5".to_i'
  i_base_var:
    value: 'hex.to_i(num.length + 13)'
  i_big:
    value: '"123456789012345678901234567890".to_i'
  i_base37:
    value: '"1".to_i(37)'
  i_lead0:
    value: '"007".to_i'
  chain:
    value: 'num.to_i.to_s + "!"'
  chain2:
    value: '(num.to_i * 2).to_s.length'
  chain3:
    value: 's.substring(0, 2).reverse.length'
  cat:
    value: 's + num'
  eq:
    value: 's == "hello"'
  ne:
    value: 's != num'
  lt:
    value: 's < "help"'
  le:
    value: 's <= "hello"'
  gt:
    value: 's > "Hello"'
  ge:
    value: '"" >= ""'
  lt_uni:
    value: 'uni > "z"'
  tern:
    value: 's.length > 3 ? s.substring(0, 3) + "..." : s'
  lit_len:
    value: '"".length'
  lit_rev:
    value: '"abc".reverse'
  lit_cmp:
    value: '"a" < "b"'
