"""Files that are changed for fuzzers are mostly valid, never too large, and the same for a seed."""

from __future__ import annotations

import gzip
import io
import wave
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

import quire
from quire.plugins import afl
from quire.testing import FileMutator, generated_bytes
from tests.testing.bases import kind_of

FORMATS = ("cvc", "gif", "gzip", "pcap", "png", "tiers", "wav", "zip")


def changed(name: str, number: int) -> Iterator[bytes]:
    """Files that are changed, each from one that was generated."""
    kind = kind_of(name)
    mutator = FileMutator(kind, seed=1)
    bases = [generated_bytes(kind, seed=seed) for seed in range(6)]
    for turn in range(number):
        yield mutator.changed(bases[turn % 6], bases[turn % 5])


def is_valid(kind: Any, data: bytes) -> bool:
    try:
        kind.from_bytes(data).validate()
    except quire.FormatError:
        return False
    return True


@pytest.mark.parametrize("name", FORMATS)
def test_most_files_are_valid_and_some_are_broken(name: str) -> None:
    verdicts = [is_valid(kind_of(name), data) for data in changed(name, 60)]
    assert 36 <= sum(verdicts) < 60


def taken_by(read: Any, name: str) -> int:
    """How many of 60 files that were changed another program takes."""
    taken = 0
    for data in changed(name, 60):
        with suppress(Exception):  # whatever it says
            read(io.BytesIO(data))
            taken += 1
    return taken


def test_other_programs_take_them() -> None:
    assert taken_by(lambda file: zipfile.ZipFile(file).infolist(), "zip") >= 36
    assert taken_by(lambda file: gzip.GzipFile(fileobj=file).read(), "gzip") >= 36
    assert taken_by(wave.open, "wav") >= 24  # of PCM alone


def test_a_file_is_never_too_large() -> None:
    kind = kind_of("zip")
    mutator, data = FileMutator(kind), generated_bytes(kind, seed=3)
    for most in (0, 1, 20, 64, len(data)):
        assert all(len(mutator.changed(data, data, most)) <= most for _ in range(5))


@pytest.mark.parametrize("data", [b"", b"PK", b"no archive at all", bytes(5000)])
def test_any_bytes_are_changed(data: bytes) -> None:
    mutator = FileMutator(kind_of("zip"))
    assert len({mutator.changed(data) for _ in range(20)}) > 3


def test_the_same_seed_gives_the_same_file() -> None:
    data = max((generated_bytes(kind_of("png"), seed=seed) for seed in range(8)), key=len)
    first, second = FileMutator(kind_of("png")), FileMutator(kind_of("png"))
    assert first(data, 4096, 7) == second(data, 4096, 7) == first(data, 4096, 7)
    assert len({first(data, 4096, seed) for seed in range(20)}) > 15


def test_sums_are_repaired() -> None:
    data = generated_bytes(kind_of("png"), seed=3)
    ihdr = 29  # where its checksum stands, after signature, size, name and 13 bytes
    wrong = data[:ihdr] + bytes(4) + data[ihdr + 4 :]
    assert FileMutator(kind_of("png")).repaired(wrong) == data


# -- as AFL++ calls it -------------------------------------------------------------------------


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A spec that the module of AFL++ has been given."""
    path = tmp_path / "book.ksy"
    path.write_text("""
meta: {id: book, endian: le}
seq:
  - {id: magic, contents: BOOK}
  - {id: num_marks, type: u1}
  - {id: marks, type: mark, repeat: expr, repeat-expr: num_marks}
  - {id: sum, type: u4, -checksum: {algorithm: crc32, over: {from: magic, before: sum}}}
types:
  mark: {seq: [{id: page, type: u2, valid: {max: 999}}, {id: note, type: strz, encoding: ASCII}]}
""")
    monkeypatch.setenv("QUIRE_SPEC", str(path))
    afl.init(5)
    yield quire.compile(path).Book
    afl.deinit()


def book(marks: bytes, number: int) -> bytes:
    body = b"BOOK" + bytes([number]) + marks
    return body + zlib.crc32(body).to_bytes(4, "little")


MARKS = b"\1\0one\0\2\0two\0\3\0three\0"


def test_afl_gets_books(spec: Any) -> None:
    data, random = bytearray(book(MARKS, 3)), Random(1)  # noqa: S311  # no secret
    made = [afl.fuzz(data, bytearray(random.randbytes(9)), 64) for _ in range(50)]
    assert all(type(each) is bytearray and len(each) <= 64 for each in made)
    assert sum(is_valid(spec, bytes(each)) for each in made) >= 30
    assert data == book(MARKS, 3)  # which is not ours


def test_what_afl_has_changed_gets_its_checksum(spec: Any) -> None:
    right = 0
    for page in range(40):
        flipped = bytearray(book(MARKS, 3))
        flipped[5] = page
        run = afl.post_process(flipped)
        assert afl.post_process(bytearray(run)) == run
        right += is_valid(spec, bytes(run))
    assert 30 <= right < 40  # one of eight stays wrong


def test_what_cannot_be_read_is_run_as_it_is(spec: Any) -> None:
    assert spec
    assert afl.post_process(bytearray(b"BOOK\x07")) == b"BOOK\x07"


def trimmed(data: bytes, will_do: Any) -> bytes:
    """What `afl-fuzz` makes of a file, step by step."""
    most = step = afl.init_trim(bytearray(data))
    step = 0
    while step < most:
        smaller = bytes(afl.trim())
        assert len(smaller) <= len(data)
        does = will_do(smaller)
        if does:
            data = smaller
        step = afl.post_trim(does)
    return data


def test_a_file_is_trimmed_to_what_matters(spec: Any) -> None:
    small = trimmed(book(MARKS, 3), lambda data: is_valid(spec, data) and b"two" in data)
    assert len(small) < len(book(MARKS, 3))
    assert b"two" in small
    assert is_valid(spec, small)
    assert trimmed(book(b"", 0), lambda _: True) == book(b"", 0)
    assert trimmed(b"no book", lambda _: True) == b"no book"


def test_a_format_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUIRE_SPEC", "gzip")
    afl.init(0)
    data = bytearray(gzip.compress(b"hello", mtime=0))
    assert len({bytes(afl.fuzz(data, bytearray(), 99)) for _ in range(20)}) > 10


def test_without_a_spec_it_is_told_how_to_name_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QUIRE_SPEC", raising=False)
    with pytest.raises(RuntimeError, match=r"QUIRE_SPEC=book\.ksy"):
        afl.init(0)
