meta:
  id: enc_all
seq:
  - id: len_v0
    type: u1
  - id: v0
    type: str
    size: len_v0
    encoding: ASCII
  - id: len_v1
    type: u1
  - id: v1
    type: str
    size: len_v1
    encoding: UTF-8
  - id: len_v2
    type: u1
  - id: v2
    type: str
    size: len_v2
    encoding: UTF-16LE
  - id: len_v3
    type: u1
  - id: v3
    type: str
    size: len_v3
    encoding: UTF-16BE
  - id: len_v4
    type: u1
  - id: v4
    type: str
    size: len_v4
    encoding: UTF-32LE
  - id: len_v5
    type: u1
  - id: v5
    type: str
    size: len_v5
    encoding: UTF-32BE
  - id: len_v6
    type: u1
  - id: v6
    type: str
    size: len_v6
    encoding: ISO-8859-1
  - id: len_v7
    type: u1
  - id: v7
    type: str
    size: len_v7
    encoding: ISO-8859-2
  - id: len_v8
    type: u1
  - id: v8
    type: str
    size: len_v8
    encoding: ISO-8859-5
  - id: len_v9
    type: u1
  - id: v9
    type: str
    size: len_v9
    encoding: ISO-8859-7
  - id: len_v10
    type: u1
  - id: v10
    type: str
    size: len_v10
    encoding: ISO-8859-9
  - id: len_v11
    type: u1
  - id: v11
    type: str
    size: len_v11
    encoding: ISO-8859-15
  - id: len_v12
    type: u1
  - id: v12
    type: str
    size: len_v12
    encoding: ISO-8859-16
  - id: len_v13
    type: u1
  - id: v13
    type: str
    size: len_v13
    encoding: windows-1250
  - id: len_v14
    type: u1
  - id: v14
    type: str
    size: len_v14
    encoding: windows-1251
  - id: len_v15
    type: u1
  - id: v15
    type: str
    size: len_v15
    encoding: windows-1252
  - id: len_v16
    type: u1
  - id: v16
    type: str
    size: len_v16
    encoding: windows-1253
  - id: len_v17
    type: u1
  - id: v17
    type: str
    size: len_v17
    encoding: windows-1254
  - id: len_v18
    type: u1
  - id: v18
    type: str
    size: len_v18
    encoding: windows-1255
  - id: len_v19
    type: u1
  - id: v19
    type: str
    size: len_v19
    encoding: windows-1256
  - id: len_v20
    type: u1
  - id: v20
    type: str
    size: len_v20
    encoding: windows-1257
  - id: len_v21
    type: u1
  - id: v21
    type: str
    size: len_v21
    encoding: windows-1258
  - id: len_v22
    type: u1
  - id: v22
    type: str
    size: len_v22
    encoding: IBM437
  - id: len_v23
    type: u1
  - id: v23
    type: str
    size: len_v23
    encoding: IBM866
  - id: len_v24
    type: u1
  - id: v24
    type: str
    size: len_v24
    encoding: Shift_JIS
  - id: len_v25
    type: u1
  - id: v25
    type: str
    size: len_v25
    encoding: Big5
  - id: len_v26
    type: u1
  - id: v26
    type: str
    size: len_v26
    encoding: EUC-KR
  - id: len_v27
    type: u1
  - id: v27
    type: str
    size: len_v27
    encoding: ISO-8859-3
  - id: len_v28
    type: u1
  - id: v28
    type: str
    size: len_v28
    encoding: ISO-8859-4
  - id: len_v29
    type: u1
  - id: v29
    type: str
    size: len_v29
    encoding: ISO-8859-6
  - id: len_v30
    type: u1
  - id: v30
    type: str
    size: len_v30
    encoding: ISO-8859-8
  - id: len_v31
    type: u1
  - id: v31
    type: str
    size: len_v31
    encoding: ISO-8859-10
  - id: len_v32
    type: u1
  - id: v32
    type: str
    size: len_v32
    encoding: ISO-8859-11
  - id: len_v33
    type: u1
  - id: v33
    type: str
    size: len_v33
    encoding: ISO-8859-13
  - id: len_v34
    type: u1
  - id: v34
    type: str
    size: len_v34
    encoding: ISO-8859-14
