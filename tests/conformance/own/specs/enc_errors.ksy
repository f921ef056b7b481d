meta:
  id: enc_errors
instances:
  v0:
    pos: 0
    type: str
    size: 3
    encoding: ASCII
  v1:
    pos: 3
    type: str
    size: 2
    encoding: UTF-8
  v2:
    pos: 5
    type: str
    size: 1
    encoding: UTF-8
  v3:
    pos: 6
    type: str
    size: 3
    encoding: UTF-8
  v4:
    pos: 9
    type: str
    size: 4
    encoding: UTF-8
  v5:
    pos: 13
    type: str
    size: 5
    encoding: UTF-8
  v6:
    pos: 18
    type: str
    size: 3
    encoding: UTF-8
  v7:
    pos: 21
    type: str
    size: 3
    encoding: UTF-16LE
  v8:
    pos: 24
    type: str
    size: 2
    encoding: UTF-16LE
  v9:
    pos: 26
    type: str
    size: 4
    encoding: UTF-16LE
  v10:
    pos: 30
    type: str
    size: 4
    encoding: UTF-16BE
  v11:
    pos: 34
    type: str
    size: 4
    encoding: UTF-16BE
  v12:
    pos: 38
    type: str
    size: 4
    encoding: UTF-32LE
  v13:
    pos: 42
    type: str
    size: 3
    encoding: UTF-32LE
  v14:
    pos: 45
    type: str
    size: 1
    encoding: windows-1252
  v15:
    pos: 46
    type: str
    size: 1
    encoding: Shift_JIS
  v16:
    pos: 47
    type: str
    size: 2
    encoding: IBM437
