"""Bytes that were changed: a checksum tells, or the file is read or refused, and nothing else."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

from quire import ChecksumError, FormatError
from quire.cvc import load_cvc, open_cvc
from quire.generated.cvc import Cvc
from tests.formats.cvc.conftest import assert_complete
from tests.formats.cvc.layout import (
    CODES,
    HALVES,
    SMALL,
    SMALL_VALUES,
    assert_same_values,
    json_of,
    paged_small,
    v1,
)
from tests.formats.cvc.samples import ALL, Sample

ROUNDS = 120
"""Changes tried on every vector."""

FIRST_RECORD = 12 + len(json_of(SMALL))
FIRST_PAYLOAD = FIRST_RECORD + 8
SECOND_PAYLOAD = FIRST_PAYLOAD + len(HALVES) + 8


# -- checksums -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "chunk"),
    [
        (FIRST_PAYLOAD, 0),
        (FIRST_PAYLOAD + len(HALVES) - 1, 0),
        (SECOND_PAYLOAD, 1),
        (FIRST_PAYLOAD - 4, 0),
        (SECOND_PAYLOAD - 1, 1),
    ],
    ids=["first byte", "last byte", "second payload", "first checksum", "second checksum"],
)
def test_a_chunk_that_does_not_match_its_checksum_is_refused_when_it_is_decoded(
    at: int, chunk: int, tmp_path: Path
) -> None:
    data = bytearray(v1(SMALL, HALVES, CODES))
    data[at] ^= 0x40
    path = tmp_path / "damaged.cvc"
    path.write_bytes(data)
    start, size = [(FIRST_PAYLOAD, len(HALVES)), (SECOND_PAYLOAD, len(CODES))][chunk]
    (stored,) = struct.unpack_from("<I", data, start - 4)
    computed = zlib.crc32(data[start : start + size])

    with open_cvc(path) as reader:
        assert reader.shape == (5, 4)
        with pytest.raises(ChecksumError) as on_verify:
            reader.verify()
        with pytest.raises(ChecksumError):
            reader.chunk(chunk)
        reader.chunk(1 - chunk)
    with pytest.raises(ChecksumError) as on_load:
        load_cvc(path)

    for error in (on_load.value, on_verify.value):
        assert_complete(error, len(data))
        assert error.path.startswith(f"chunks[{chunk}].")
        assert f"{computed:08x}" in error.expected.lower() + error.found.lower()
        assert f"{stored:08x}" in error.expected.lower() + error.found.lower()


def test_a_damaged_page_aligned_chunk_is_refused(tmp_path: Path) -> None:
    data = bytearray(paged_small())
    data[-1] ^= 1
    path = tmp_path / "damaged.cvc"
    path.write_bytes(data)
    with pytest.raises(ChecksumError) as caught:
        load_cvc(path)
    assert caught.value.path.startswith("chunks[1].")


def test_what_lies_between_page_aligned_chunks_does_not_matter(tmp_path: Path) -> None:
    data = paged_small()
    end_of_header = 12 + struct.unpack_from("<I", data, 8)[0]
    changed = data[:end_of_header] + b"\xa5" * (512 - end_of_header) + data[512:]
    path = tmp_path / "stale.cvc"
    path.write_bytes(changed)
    assert_same_values(load_cvc(path), SMALL_VALUES)
    assert Cvc.from_file(path).to_bytes() == changed


# -- anything ------------------------------------------------------------------------------


@pytest.mark.parametrize("sample", ALL, ids=str)
def test_a_changed_file_is_read_or_refused(sample: Sample, tmp_path: Path) -> None:
    data = sample.path.read_bytes()
    random = np.random.default_rng(zlib.crc32(sample.name.encode()))
    path = tmp_path / "changed.cvc"
    for _ in range(ROUNDS):
        changed = _changed(data, random)
        _read_or_refuse(changed, path)


def test_random_bytes_are_read_or_refused(tmp_path: Path) -> None:
    random = np.random.default_rng(20)
    path = tmp_path / "random.cvc"
    for start in [
        b"",
        b"CVCF",
        b"CVCF\x01\0\0\0",
        b"CVCF\x02\0\0\0{",
        b"CVCF\x10\0\0\0{",
        v1({})[:12],
    ]:
        for _ in range(100):
            _read_or_refuse(start + random.bytes(int(random.integers(0, 200))), path)


def _read_or_refuse(data: bytes, path: Path) -> None:
    """Load the file, and read it with the generated module; any error must be a complete one."""
    path.write_bytes(data)
    try:
        found = load_cvc(path)
    except FormatError as error:
        assert_complete(error, len(data))
    else:
        assert found.dtype == np.float32
        assert found.ndim == 2
    try:
        file = Cvc.from_bytes(data)
        for chunk in file.column_chunks if file.format_version == 2 else file.chunks:
            chunk.payload.decode()
    except FormatError as error:
        assert_complete(error, len(data))


def _changed(data: bytes, random: np.random.Generator) -> bytes:
    """The bytes with one change; every other time within the first 400, where the header is."""
    file = bytearray(data)
    end = len(file) if random.integers(2) else min(len(file), 400)
    at = int(random.integers(end))
    match int(random.integers(6)):
        case 0:
            file[at] ^= 1 << int(random.integers(8))
        case 1:
            file[at] = int(random.integers(256))
        case 2:
            file[at] = ord(random.choice(list('0123456789-.eE",:{}[]NIn ')))
        case 3:
            del file[at : at + int(random.integers(1, 9))]
        case 4:
            file[at:at] = random.bytes(int(random.integers(1, 9)))
        case _:
            extreme = int(random.choice([0, 1, 2, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]))
            file[at : at + 4] = struct.pack("<I", extreme)
    return bytes(file)
