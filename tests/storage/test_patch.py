"""A change that is written into a file: all of it, or what was there comes back."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.storage.calls import injected
from tests.storage.faults import Broken, Short

SPEC = """
meta: {id: x, endian: le}
seq:
  - {id: first, type: u4}
  - {id: between, size: 5000}
  - {id: last, type: u8}
"""


@pytest.fixture
def record(tmp_path: Path) -> Any:
    """A record that was read from a file and changed in two places, which are far apart."""
    (tmp_path / "x.ksy").write_text(SPEC)
    (tmp_path / "x").write_bytes(bytes(5012))
    found = quire.compile(tmp_path / "x.ksy").X.from_file(tmp_path / "x")
    found.first, found.last = 0x01020304, 0x0102030405060708
    return found


def test_a_call_that_fails_leaves_what_was_there(record: Any, tmp_path: Path) -> None:
    for n in count():
        with injected(fault := Broken(n)):
            try:
                record.patch()
            except OSError:
                assert (tmp_path / "x").read_bytes() == bytes(5012)
            else:
                break
    assert fault.calls == n > 2
    assert (tmp_path / "x").read_bytes() == record.to_bytes()


def test_a_file_without_a_buffer_takes_all_though_a_part_at_once(
    record: Any, tmp_path: Path
) -> None:
    with (tmp_path / "x").open("r+b", buffering=0) as file, injected(Short()):
        record.patch(file)
    assert (tmp_path / "x").read_bytes() == (
        b"\x04\x03\x02\x01" + bytes(5000) + b"\x08\x07\x06\x05\x04\x03\x02\x01"
    )
