# error[Q601] 12:33 /seq/1/process: routine `subprocess.popen` is Python code from outside the spec, and not allowed to run
#   help: if you trust it: `allow=["subprocess.popen"]` in Python, `--allow subprocess.popen` in a shell
# error[Q601] 13:24 /seq/2/type: opaque type `their_type` is Python code from outside the spec, and not allowed to run
#   help: if you trust it: `allow=["their_type"]` in Python, `--allow their_type` in a shell
# error[Q601] 17:18 /seq/3/type/cases/1: opaque type `their::inner` is Python code from outside the spec, and not allowed to run
#   help: if you trust it: `allow=["their::inner"]` in Python, `--allow their::inner` in a shell
# error[Q601] 22:40 /types/mine/instances/lazy/process: routine `this` is Python code from outside the spec, and not allowed to run
#   help: if you trust it: `allow=["this"]` in Python, `--allow this` in a shell
meta: {id: foreign_code, ks-opaque-types: true}
seq:
  - {id: command, type: strz, encoding: UTF-8}
  - {id: run, size: 4, process: subprocess.popen(command)}
  - {id: theirs, type: their_type}
  - id: either
    type:
      switch-on: run[0]
      cases: {1: their::inner(3), 2: mine}
  - {id: own, size: 1, process: xor(3)}
types:
  mine:
    instances:
      lazy: {pos: 0, size: 1, process: this}
