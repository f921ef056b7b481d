# error[Q302] 8:12 /seq/1/-size: `len_deflated` can only be the whole of a `-size`
# error[Q302] 11:10 /seq/2/-if: `len_deflated` can only be the whole of a `-size`
meta: {id: data_that_ends_itself}
seq:
  - {id: num, type: u1}
  - id: more
    size-eos: true
    -size: _io.len_deflated + 8
  - id: number
    type: u1
    -if: _io.len_deflated > 8
    if: num > 1
