"""Where bytes are in memory, and that numpy is not needed to know it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire.runtime.reading.source import address

SPEC = """
meta: {id: bodies}
seq: [{id: items, type: item, repeat: eos}]
types:
  item: {seq: [{id: len_body, type: u4le}, {id: body, size: len_body}]}
"""

EDIT = """
import sys
import quire
Bodies = quire.compile(sys.argv[1]).Bodies
bodies = [bytes([i]) * 100_000 for i in range(40)]
record = Bodies.from_bytes(b"".join(len(each).to_bytes(4, "little") + each for each in bodies))
assert [each.body for each in record.items] == bodies
assert record.to_bytes()[4:100] == bytes(96)
record.items[7].body = b"other"
assert b"other" in record.to_bytes()
assert "numpy" not in sys.modules
"""


@pytest.mark.parametrize("first", [0, 1, 13, 4096])
def test_it_is_where_numpy_says(first: int) -> None:
    several: list[Any] = [bytes(5000), bytearray(5000), np.zeros(5000, np.uint8)]
    for data in several:
        view = memoryview(data)[first:]
        assert address(view) == np.frombuffer(view, np.uint8).ctypes.data
        assert address(view.toreadonly()) == address(view)


def test_bytes_that_may_change_are_held_no_longer() -> None:
    data = bytearray(100)
    address(memoryview(data))
    data.append(1)  # an error while somebody has a view


def test_an_edit_needs_no_numpy(tmp_path: Path) -> None:
    path = tmp_path / "bodies.ksy"
    path.write_text(SPEC, "utf-8")
    subprocess.run([sys.executable, "-c", EDIT, str(path)], check=True)  # our own
