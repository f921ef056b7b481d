"""An array that was given to a field with a codec, written, and edited in place since."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire.runtime.errors import FormatError
from tests.runtime.writing.test_building import compiled

SPEC = """
seq:
  - {id: len_z, type: u2}
  - {id: z, size: len_z, -array: {dtype: u4, shape: [2]}, -codec: [%s]}
  - {id: c, type: u4, -checksum: {algorithm: crc32, over: z%s}}
"""
HALVES = """
seq:
  - {id: z, size: 4, -array: {dtype: f4, shape: [2]}, -codec: [fp16]}
  - {id: c, type: u1, -checksum: {algorithm: sum8, over: z}}
"""
GIVEN: dict[str, Callable[[], Any]] = {
    "as stored": lambda: np.array([1, 2], "u4"),
    "wider": lambda: np.array([1, 2], "i8"),
    "of the other byte order": lambda: np.array([1, 2], ">u4"),
    "with gaps": lambda: np.array([1, 0, 2, 0], "u4")[::2],
    "a list": lambda: [1, 2],
}


def _built(cls: Any, given: Any) -> Any:
    return cls.build(z=given)


def _read_and_set(cls: Any, given: Any) -> Any:
    record = cls.from_bytes(cls.build(z=[8, 8]).to_bytes())
    record.z = given
    return record


def _read_and_set_to_the_same(cls: Any, given: Any) -> Any:
    record = cls.from_bytes(cls.build(z=[1, 2]).to_bytes())
    record.z = given
    return record


MADE = [_built, _read_and_set, _read_and_set_to_the_same]


def _expect(cls: Any, data: bytes, elements: list[int]) -> None:
    assert data == cls.build(z=elements).to_bytes()
    again = cls.from_bytes(data)
    again.validate()
    assert again.z.decode().tolist() == elements


@pytest.mark.parametrize("made", MADE)
@pytest.mark.parametrize("over", ["", ", decoded: true"])
@pytest.mark.parametrize("codec", ["zlib", "zstd", "lz4", "raw", "short_int: {width: 3}"])
def test_the_edit_is_written(tmp_path: Path, codec: str, over: str, made: Any) -> None:
    if "short" in codec:
        spec = (SPEC % (codec, over)).replace("u4, shape", "s4, shape")
    else:
        spec = SPEC % (codec, over)
    cls, array = compiled(tmp_path, spec), np.array([1, 2], "i4" if "short" in codec else "u4")
    record = made(cls, array)
    _expect(cls, record.to_bytes(), [1, 2])
    array[0] = 3
    assert record.z.decode().tolist() == [3, 2]
    data = record.to_bytes()
    _expect(cls, data, [3, 2])
    assert record.to_bytes() == data
    array[:] = 1, 2
    _expect(cls, record.to_bytes(), [1, 2])


@pytest.mark.parametrize("made", MADE)
@pytest.mark.parametrize("kind", GIVEN)
@pytest.mark.parametrize("codec", ["zlib", "raw"])
def test_so_is_one_of_what_was_converted(tmp_path: Path, codec: str, kind: str, made: Any) -> None:
    cls, given = compiled(tmp_path, SPEC % (codec, ", decoded: true")), GIVEN[kind]()
    record = made(cls, given)
    record.to_bytes()
    record.to_bytes()
    given[1] = 9
    _expect(cls, record.to_bytes(), [1, 9])


def test_what_loses_digits_is_encoded_anew(tmp_path: Path) -> None:
    array = np.array([1, 2], "f4")
    record = compiled(tmp_path, HALVES).build(z=array)
    assert record.to_bytes() == b"\0\x3c\0\x40\x7c"
    array[0] = 2
    assert record.to_bytes() == record.to_bytes() == b"\0\x40\0\x40\x80"


@pytest.mark.parametrize("made", MADE)
def test_a_copy_has_an_array_of_its_own(tmp_path: Path, made: Any) -> None:
    cls, array = compiled(tmp_path, SPEC % ("zlib", "")), np.array([1, 2], "u4")
    record = made(cls, array)
    record.to_bytes()
    array[0] = 3
    copies = [copy.deepcopy(record), pickle.loads(pickle.dumps(record))]  # noqa: S301  # our own
    array[0] = 4
    for each in copies:
        _expect(cls, each.to_bytes(), [3, 2])
    _expect(cls, record.to_bytes(), [4, 2])


@pytest.mark.parametrize("made", MADE)
def test_what_cannot_be_stored_any_more_is_refused(tmp_path: Path, made: Any) -> None:
    cls, given = compiled(tmp_path, SPEC % ("zlib", "")), [1, 2]
    record = made(cls, given)
    record.to_bytes()
    given.append(3)
    for each in (record, copy.deepcopy(record)):
        with pytest.raises(FormatError, match=r"z: expected an array of shape \[2\]"):
            each.to_bytes()
    given[:] = [1, -1]
    with pytest.raises(FormatError, match="z: expected an array of uint32"):
        record.to_bytes()
    given[1] = 5
    _expect(cls, record.to_bytes(), [1, 5])
