meta:
  id: expr_whitespace
seq:
  - id: a
    type: u1
  - id: b
    type: sub( a , 2 )
  - id: c
    type: ' sub ( (a) , a+1 ) '
  - id: d
    type: 'outer :: inner'
  - id: e
    size: ' a - 1 '
    process: 'xor( a )'
types:
  sub:
    params:
      - id: p
        type: u1
      - id: q
        type: u1
    seq:
      - id: x
        type: u1
  outer:
    types:
      inner:
        seq:
          - id: y
            type: u1
instances:
  v3:
    value: ' [ 1 ,2, 3 ] [ 1 ]'
  v4:
    value: 'a . to_s . length'
  v5:
    value: 'k :: one'
  v6:
    value: 'a ==  1?  2 :3'
  v7:
    value: 'b . x . as < u4 > + 1'
  v9:
    value: 'a<2and 3>a'
  v9b:
    value: '(a<2)and(3>a)'
  v10:
    value: '"x" . substring ( 0 , 1 )'
  v11:
    value: 'a+-1'
  v13:
    value: 'sizeof < u4 >'
  v14:
    value: '[ ] . as < bytes >'
  v15:
    value: 'not  (a==1)'
  v17:
    value: 'a==1?a:b.x'
  v18:
    value: '1.to_s'
  v19:
    value: '1 .to_s'
  v20:
    value: 'b.x.as<u4>==1'
  v21:
    value: 'b.x.as<u4> > 1'
  v22:
    value: 'b.x.as<u4>>1'
  v23:
    value: 'a -1'
  v24:
    value: 'a- 1'
  v25:
    value: '~ a'
  v26:
    value: '- a'
  v27:
    value: 'b . x'
  v28:
    value: 'a<<1>>1'
  v29:
    value: '[1 , 2]'
  v30:
    value: 'k::one.to_i'
  v31:
    value: '( k :: one ) . to_i'
  v33:
    value: '1_0'
  v34:
    value: '0X1f'
  v35:
    value: '1__0'
  v38:
    value: '1_'
  v39:
    value: '0x_f'
  v42:
    value: '1.5.to_i'
  v43:
    value: '0xff.to_s'
  v45:
    value: 'a==1 and a==2 or a==2'
  v48:
    value: 'not a == 2 and true'
  v49:
    value: 'true.to_i + 1'
  v50:
    value: '''a'' ''b'''
  v51:
    value: '"a"''b'''
  v1:
    value: |

      a
        +
      1
  v12:
    value: "a \\\n + 1"
enums:
  k:
    1: one
