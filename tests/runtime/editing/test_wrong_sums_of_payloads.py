"""A payload is set whose digest was wrong in the file: a new one would hide that."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire.runtime.errors import ChecksumError
from tests.runtime.writing.test_building import compiled

SPEC = """
seq:
  - {id: n, type: u1}
  - {id: len_z, type: u1}
  - {id: z, size: len_z, -array: {dtype: u1, shape: [n]}, -codec: [%s]}
  - {id: c, type: u1, -checksum: {algorithm: sum8, over: z%s}}
"""


@pytest.fixture(params=[("raw", ""), ("raw", ", decoded: true"), ("zlib", ", decoded: true")])
def kind(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Any, bytes, bytes]:
    """A type, a file, and the same with a wrong digest."""
    cls = compiled(tmp_path, SPEC % request.param)
    data = cls.build(n=2, len_z=2, z=[1, 2]).to_bytes() if "raw" in request.param else None
    data = data or cls.build(z=[1, 2]).to_bytes()
    assert data[-1] == 3
    return cls, data, data[:-1] + b"\7"


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("elements", [[4, 5], [4, 5, 6]])
def test_it_is_refused(kind: tuple[Any, bytes, bytes], elements: list[int], *, looks: bool) -> None:
    cls, _, wrong = kind
    record = cls.from_bytes(wrong)
    if looks:
        with pytest.raises(ChecksumError):
            record.z.decode()
    record.z = np.array(elements, "u1")
    for _ in range(2):
        with pytest.raises(ChecksumError, match=r"z at byte 2: expected sum8 0x0+7, found 0x0+3"):
            record.to_bytes()


def test_of_a_right_one_a_new_one_is_made(kind: tuple[Any, bytes, bytes]) -> None:
    cls, data, _ = kind
    record = cls.from_bytes(data)
    record.z = np.array([4, 5], "u1")
    written = record.to_bytes()
    assert written[-1] == 9
    cls.from_bytes(written).z.decode()
    record.z = np.array([4, 6], "u1")
    assert record.to_bytes()[-1] == 10


def test_a_new_one_can_be_asked_for(kind: tuple[Any, bytes, bytes]) -> None:
    cls, _, wrong = kind
    record = cls.from_bytes(wrong)
    record.z = np.array([4, 5], "u1")
    del record.c
    assert record.to_bytes()[-1] == 9
