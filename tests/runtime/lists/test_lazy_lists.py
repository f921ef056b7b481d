"""Lists of many records with payloads: made one by one when looked at, and lists all the same."""

from __future__ import annotations

import copy
import io
import json
import pickle
import struct
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import numpy as np
import pytest

from quire import ChecksumError, FormatError
from quire.generated.cvc import Cvc
from quire.runtime.lists import verified as found
from quire.runtime.lists.lazy import Lazy
from quire.runtime.lists.verified import column, compact, value
from tests.runtime.lists.list_looks import LOOKS

FEW, BLOCK = 50, 100

COUNT = BLOCK + 76
ROWS = [number % 3 for number in range(COUNT)]
VALUES = np.arange(2 * sum(ROWS), dtype=np.float32).reshape(-1, 2) % 1000  # exact as halves
ENDS = np.cumsum(ROWS)


def values_of(number: int) -> Any:
    """The rows of a chunk."""
    return VALUES[ENDS[number] - ROWS[number] : ENDS[number]]


def stored(number: int) -> bytes:
    """Their payload."""
    data: bytes = values_of(number).astype("<f2").tobytes()
    return data


def header(**changes: Any) -> dict[str, Any]:
    """The header of a file with these chunks."""
    chunks = [{"rows": rows} for rows in ROWS]
    return {"num_vectors": len(VALUES), "dimension": 2, "compression": "fp16", "chunks": chunks} | (
        changes
    )


def file_of(header: dict[str, Any], *, version: int = 1) -> bytes:
    """A file with these payloads."""
    text = json.dumps(header).encode()
    parts = [b"CVCF" + struct.pack("<HH", 1, 0) * version + struct.pack("<I", len(text)) + text]
    for number in range(COUNT):
        payload = stored(number)
        parts += [struct.pack("<I", len(payload)), struct.pack("<I", zlib.crc32(payload)) * version]
        parts.append(payload)
    return b"".join(parts)


FILE = file_of(header())


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(found, "FEW", FEW)
    monkeypatch.setattr(found, "BLOCK", BLOCK)


@pytest.fixture
def file() -> Cvc:
    return Cvc.from_bytes(FILE)


def made(file: Cvc) -> list[bool]:
    """Which records of a list were made, told without a look at them."""
    chunks: Any = file.chunks
    return [not isinstance(chunks, Lazy) or i in chunks._made for i in range(len(chunks))]


def test_only_what_somebody_looks_at_is_made(file: Cvc) -> None:
    assert len(file.chunks) == COUNT
    assert file.chunks
    assert not any(made(file))
    record = file.chunks[130]
    assert file.chunks[130] is record is file.chunks[130 - COUNT]
    assert [number for number, there in enumerate(made(file)) if there] == [130]


@pytest.mark.parametrize("version", [0, 1])
def test_records_are_what_stands_in_the_file(version: int) -> None:
    file = Cvc.from_bytes(file_of(header(), version=version))
    position = FILE.index(b"}]}") + 3 - 4 * (not version)
    for number, chunk in enumerate(file.chunks):
        size = 4 * ROWS[number]
        assert (chunk.index, chunk.gap, chunk.len_payload) == (number, b"", size)
        assert chunk._path() == f"chunks[{number}]"
        assert (chunk._root, chunk._parent, chunk._io) == (file, file, file._io)
        assert hasattr(chunk, "crc") == bool(version)
        assert not version or chunk.crc == zlib.crc32(stored(number))
        position += 4 + 4 * version
        assert chunk.payload.offset == position
        assert bytes(chunk.payload.stored) == stored(number)
        assert np.array_equal(chunk.payload.decode(), values_of(number))
        position += size


@pytest.mark.parametrize("look", LOOKS)
def test_it_is_a_list_like_any_other(look: Callable[[Any, list[Any]], Any]) -> None:
    plain = [*Cvc.from_bytes(FILE).chunks]
    assert look(Cvc.from_bytes(FILE).chunks, plain.copy()) == look(plain, plain.copy())


def test_a_column_has_what_was_edited_and_makes_no_records(file: Cvc) -> None:
    file.chunks[5].len_payload = 99
    sizes = [4 * rows for rows in ROWS]
    sizes[5] = 99
    assert list(column(file.chunks, "len_payload", 0, COUNT)) == sizes
    assert list(column(file.chunks, "index", 95, 105)) == list(range(95, 105))
    assert value(file.chunks, "len_payload", 5) == 99
    assert value(file.chunks, "crc", 131) == zlib.crc32(stored(131))
    assert sum(made(file)) == 1
    begun = column(file.chunks, "index", 0, COUNT)
    file.chunks.append(file.chunks[0])
    assert list(begun) == list(range(COUNT))
    assert list(column(file.chunks, "index", 175, COUNT + 1)) == [175, 0]
    assert value(file.chunks, "index", COUNT) == 0


NUMBERS: list[list[Any]] = [
    [3] * 9,
    [*range(5, 50, 3)],
    [*range(9, -9, -2)],
    [1, 2, 4],
    [0, 2**63],
    [2**70, 2**70],
    [1, True, 1],
    [0.0, -0.0, 0.0],
    [b"", b"", b""],
    ["a", "b"],
    [None, None],
    [1],
    [0, 0, 1],
    [1, 0, 0],
]


@pytest.mark.parametrize("values", NUMBERS)
def test_a_compact_column_has_the_same_values_of_the_same_types(values: list[Any]) -> None:
    some = compact(values.copy())
    assert len(some) == len(values)
    assert [*map(repr, some)] == [*map(repr, values)] == [repr(some[i]) for i in range(len(some))]
    assert [*map(repr, some[1:3])] == [*map(repr, values[1:3])]


@pytest.mark.parametrize("index", [COUNT, -COUNT - 1])
def test_an_index_outside_of_it_is_an_index_error(file: Cvc, index: int) -> None:
    with pytest.raises(IndexError):
        file.chunks[index]


def pickled(file: Cvc) -> Cvc:
    """A copy by way of a pickle."""
    again: Cvc = pickle.loads(pickle.dumps(file))  # noqa: S301  # made here
    return again


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
def test_copies_have_all_records(file: Cvc, copied: Callable[[Cvc], Cvc]) -> None:
    file.chunks[7].gap = b"edited"
    other = copied(file)
    assert other.chunks[7].gap == b"edited"
    assert other.chunks[7]._root is other
    assert np.array_equal(other.chunks[149].payload.decode(), values_of(149))
    assert len(other.chunks) == COUNT


def test_what_was_edited_stays_and_is_written(file: Cvc) -> None:
    values = np.array([[1, 2], [3, 4]], np.float32)
    file.chunks[101].payload = values[: ROWS[101]]  # type: ignore[assignment]  # an array is taken
    assert file.chunks[101].payload is file.chunks[101].payload
    again = Cvc.from_bytes(file.to_bytes())
    assert np.array_equal(again.chunks[101].payload.decode(), values[: ROWS[101]])
    assert np.array_equal(again.chunks[104].payload.decode(), values_of(104))


def test_it_is_written_as_it_was(file: Cvc) -> None:
    assert file.to_bytes() == FILE


def test_records_are_what_they_were_before_what_they_go_by_was_edited(file: Cvc) -> None:
    for info in file.header.chunks:
        info.compression = "bfloat16"
    file.format_version = 0
    assert file.chunks[100].payload.codec == "fp16"
    assert file.chunks[100].crc == zlib.crc32(stored(100))


def test_a_header_that_names_another_compression_has_the_payloads_encoded_again(file: Cvc) -> None:
    for info in file.header.chunks:
        info.compression = "int8"
        info.min, info.scale = 0.0, 4.0
    again = Cvc.from_bytes(file.to_bytes())
    decoded = np.concatenate([chunk.payload.decode() for chunk in again.chunks])
    assert again.chunks[5].payload.codec == "affine_u8"
    assert np.abs(decoded - VALUES).max() <= 2


def test_records_of_a_closed_file_are_there_and_their_payloads_are_not(tmp_path: Path) -> None:
    path = tmp_path / "many.cvc"
    path.write_bytes(FILE)
    with Cvc.from_file(path) as file:
        chunks = file.chunks
    assert chunks[131].len_payload == 4 * ROWS[131]
    with pytest.raises(ValueError, match="the file is closed"):
        chunks[131].payload.decode()


def test_threads_that_look_at_the_same_record_get_the_same_one(file: Cvc) -> None:
    start = Barrier(4)

    def look(_: int) -> list[int]:
        start.wait()
        return [id(chunk) for chunk in file.chunks]

    with ThreadPoolExecutor(4) as pool:
        first, *others = pool.map(look, range(4))
    assert all(other == first for other in others)


def test_a_stream_that_cannot_seek_is_read_like_any_other() -> None:
    class Pipe(io.RawIOBase):
        def __init__(self) -> None:
            self._file = io.BytesIO(FILE)

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            return self._file.readinto(buffer)

    file = Cvc.from_io(Pipe())
    assert np.array_equal(file.chunks[149].payload.decode(), values_of(149))


def test_few_records_are_made_at_once() -> None:
    rows = [{"rows": 0}] * FEW
    text = json.dumps(header(num_vectors=0, chunks=rows)).encode()
    file = Cvc.from_bytes(b"CVCF" + struct.pack("<I", len(text)) + text + bytes(4 * FEW))
    assert all(made(file))


# -- errors: at the same time, with the same text -------------------------------------------------


def position_of(number: int) -> int:
    """Where a record begins."""
    return FILE.index(b"}]}") + 3 + 8 * number + 4 * sum(ROWS[:number])


def changed(**changes: Any) -> bytes:
    """The file with some values in the header's entry of chunk 149 (which has 2 rows)."""
    infos: list[dict[str, Any]] = [{"rows": rows} for rows in ROWS]
    infos[149] |= changes
    return file_of(header(chunks=infos))


def shift(data: bytes) -> int:
    """How many bytes more a changed header takes."""
    return len(data) - len(FILE)


def test_a_payload_of_the_wrong_size_is_refused_when_the_file_is_read() -> None:
    at = position_of(149)
    data = FILE[:at] + struct.pack("<I", 4) + FILE[at + 4 :]
    with pytest.raises(FormatError) as caught:
        Cvc.from_bytes(data)
    assert str(caught.value) == (
        f"cvc: chunks[149].payload at byte {at + 8}:"
        " expected 8 bytes (fp16, shape [2, 2]), found 4 bytes"
    )


def test_a_file_that_is_cut_off_is_refused_where_it_ends() -> None:
    at = position_of(149)
    with pytest.raises(FormatError) as caught:
        Cvc.from_bytes(FILE[: at + 10])
    assert caught.value.path == "chunks[149].payload"
    assert caught.value.offset == at + 8


def test_what_a_header_says_of_a_late_chunk_is_refused_there() -> None:
    data = changed(compression="int8", min=0, scale=1)
    with pytest.raises(FormatError) as caught:
        Cvc.from_bytes(data)
    assert caught.value.path == "chunks[149].payload"
    assert caught.value.offset == position_of(149) + 8 + shift(data)
    assert "expected 4 bytes (affine_u8" in str(caught.value)


def test_a_damaged_payload_says_which_it_is() -> None:
    at = position_of(149) + 8
    data = bytearray(FILE)
    data[at] ^= 1
    file = Cvc.from_bytes(bytes(data))
    with pytest.raises(FormatError) as caught:
        file.chunks[149].payload.decode()
    assert caught.value.path == "chunks[149].payload"
    assert caught.value.offset == at


def test_the_chunks_of_another_file_are_an_edit() -> None:
    file, other = Cvc.from_bytes(FILE), Cvc.from_bytes(FILE)
    other.chunks[130].len_payload += 0  # one is made, and is what it was
    assert file.to_bytes() == other.to_bytes() == FILE
    damaged = FILE[:-1] + bytes([FILE[-1] ^ 1])
    file.chunks = Cvc.from_bytes(damaged).chunks
    with pytest.raises(ChecksumError):  # those are written, and not what was there
        file.to_bytes()
