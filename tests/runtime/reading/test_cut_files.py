"""Files that are changed while somebody reads them: cut off, written over, replaced.

What touches a mapped file after its end is killed by the system, so all of it happens in
processes of their own.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SPEC = """
meta: {id: cut, endian: le}
seq:
  - {id: ofs_last, type: u4}
  - {id: num_rows, type: u4}
  - {id: num_words, type: u4}
  - {id: len_values, type: u4}
  - {id: rows, type: row, repeat: expr, repeat-expr: num_rows}
  - {id: words, type: word, repeat: expr, repeat-expr: num_words, -array: {}}
  - id: values
    size: len_values
    -array: {dtype: f4, shape: [len_values / 4]}
    -codec: [raw]
  - {id: rest, type: rest, size: 8}
instances:
  last: {pos: ofs_last, type: u4}
  text: {pos: ofs_last, type: str, size: 4, encoding: UTF-8}
  inner: {pos: ofs_last, type: word}
  first: {pos: 16, type: row, repeat: expr, repeat-expr: 1000}
types:
  row: {seq: [{id: x, type: u4}, {id: y, type: u4}]}
  word: {seq: [{id: len_text, type: u1}, {id: text, type: str, size: len_text, encoding: UTF-8}]}
  rest:
    instances:
      inside: {pos: 4, type: u4}
"""

MAKE = r"""
import json, os, struct, sys
import numpy as np
import quire

spec, path, *how = sys.argv[1:]
Cut = quire.compile(spec).Cut
num = 100_000
data = struct.pack("<4I", 16 + 16 * num + 8, num, num, 4 * num)
data += np.stack([np.arange(num), 2 * np.arange(num)], 1).astype("<u4").tobytes()
data += np.arange(num, dtype="<f4").tobytes()
data = data[:16 + 8 * num] + b"\3abc" * num + data[16 + 8 * num:]
data += bytes(4) + b"\7\0\0\0" + b"\3end"
open(path, "wb").write(data)
"""

LOOKS = r"""
how = how[0]
file = Cut.from_file(path, mmap=None if how == "read" else True)
again = Cut.from_file(path, mmap=None if how == "read" else True)
_ = again.rest.inside, again._io
LOOKS = {
    "an instance": lambda: file.last,
    "a text at a position": lambda: file.text,
    "a record at a position": lambda: file.inner.text,
    "a list at a position": lambda: file.first[999].x,
    "an instance in a part": lambda: file.rest.inside,
    "an element": lambda: file.rows[99_000].y,
    "all elements": lambda: sum(row.y for row in again.rows),
    "a payload": lambda: float(file.values.decode()[-1]),
    "rows of a payload": lambda: float(file.values.decode(rows=slice(5, 6))[0]),
    "a column": lambda: file.words.column("text")[99_999],
    "all of a column": lambda: len([*file.words.column("text")]),
    "a row of a table": lambda: file.words[99_999].text,
    "the stream": lambda: (file._io.seek(num), file._io.read_u4le())[1],
    "the bytes": lambda: file.to_bytes() == data,
    "the bytes of what was looked at": lambda: again.to_bytes() == data,
}
if how == "cut":
    LOOKS["a check"] = lambda: file.validate()
if how in ("cut", "read"):
    open(path, "wb").close()
elif how == "replaced":
    with open(path + ".new", "wb") as opened:
        opened.write(bytes(3))
    os.replace(path + ".new", path)
found = {}
for name, look in LOOKS.items():
    try:
        found[name] = look()
    except quire.FileChangedError as error:
        found[name] = str(error)
print(json.dumps(found))
"""

RIGHT = {
    "an instance": int.from_bytes(b"\3end", "little"),
    "a text at a position": "\3end",
    "a record at a position": "end",
    "a list at a position": 999,
    "an instance in a part": 7,
    "an element": 198_000,
    "all elements": 99_999 * 100_000,
    "a payload": 99_999.0,
    "rows of a payload": 5.0,
    "a column": "abc",
    "all of a column": 100_000,
    "a row of a table": "abc",
    "the bytes": True,
    "the bytes of what was looked at": True,
}


def run(tmp_path: Path, program: str, *arguments: str) -> Any:
    """What a program prints, in a process of its own; it must end by itself."""
    (tmp_path / "cut.ksy").write_text(SPEC, encoding="utf-8")
    path = str(tmp_path / "file.cut")
    command = [sys.executable, "-c", MAKE + program, str(tmp_path / "cut.ksy"), path, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


@pytest.mark.parametrize("how", ["read", "replaced"])
def test_what_was_read_stays_and_so_does_what_is_replaced(tmp_path: Path, how: str) -> None:
    found = run(tmp_path, LOOKS, how)
    assert {name: found[name] for name in RIGHT} == RIGHT


def test_a_mapped_file_that_is_cut_off_is_an_error_at_each_look(tmp_path: Path) -> None:
    for name, said in run(tmp_path, LOOKS, "cut").items():
        assert "was cut off since it was mapped" in str(said), name


OVER = r"""
file = Cut.from_file(path, mmap=True)
assert file._io.is_mapped
file.rows[50_000].y = 5
file.to_file(path)
seen = [file.rows[60_000].y, file.values.decode().tolist()[7], file.words[70_000].text, file.last]
del file.rows[9_000:]
file.to_file(path)
with Cut.from_file(path) as again:
    seen += [len(again.rows), len(again.words), again.values.decode().tolist()[7], again.num_rows]
print(json.dumps(seen))
"""


def test_a_mapped_file_is_written_over_at_any_moment(tmp_path: Path) -> None:
    last = int.from_bytes(b"\3end", "little")
    assert run(tmp_path, OVER) == [120_000, 7.0, "abc", last, 9_000, 100_000, 7.0, 9_000]
