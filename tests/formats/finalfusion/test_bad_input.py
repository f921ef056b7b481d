"""Files that break the rules: each is refused where it does, before anything is allocated."""

from __future__ import annotations

import struct
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

import quire
from quire import FormatError
from quire.finalfusion import load
from tests.formats.finalfusion import layout
from tests.formats.finalfusion.conftest import Refused
from tests.formats.finalfusion.layout import (
    BUCKETS,
    FASTTEXT,
    ROWS,
    WORDS,
    buckets,
    explicit,
    file,
    floret,
    matrix,
    metadata,
    norms,
    quantized,
    simple,
    starts,
)

GOOD = file(metadata("a = 1"), simple(), matrix(), norms([1, 2, 3, 4]))
BOOKS = np.zeros((3, 2, 1), np.float32)
CODES = np.zeros((4, 3), np.uint8)


def test_the_file_that_the_others_are_made_of_is_right(tmp_path: Path) -> None:
    (tmp_path / "good.fifu").write_bytes(GOOD)
    embeddings = load(tmp_path / "good.fifu")
    assert list(embeddings.vocab) == list(WORDS)
    np.testing.assert_array_equal(embeddings.storage, ROWS)


@pytest.mark.parametrize(
    ("magic", "version", "path"), [(b"FiFv", 0, "magic"), (b"FiFu", 1, "version")]
)
def test_another_format_or_version_is_refused(
    magic: bytes, version: int, path: str, refused: Refused
) -> None:
    error = refused(file(simple(), matrix(), magic=magic, version=version))
    assert (error.path, error.offset) == (path, 4 * version)


@pytest.mark.parametrize(
    ("chunks", "path", "chunk", "at"),
    [
        # The order of the chunks.
        (((99, b"abc"), simple(), matrix()), "kind", 0, 0),
        ((simple(), (99, b""), matrix()), "kind", 1, 0),
        ((matrix(), simple()), "kind", 0, 0),
        ((simple(), simple(), matrix()), "kind", 1, 0),
        ((simple(), metadata(""), matrix()), "kind", 1, 0),
        ((simple(), matrix(), matrix()), "kind", 2, 0),
        ((simple(), matrix(), norms([1] * 4), norms([1] * 4)), "kind", 3, 0),
        # What the words say.
        ((simple(["a", "b", "a", "c"]), matrix()), "data.words[2]", 0, 0),
        ((simple(["a", b"\xff", "b", "c"]), matrix()), "data.words[1].text", 0, 29),
        # What does not go together.
        ((simple(WORDS[:3]), matrix()), "data.num_rows", 1, 12),
        ((simple(), matrix(), norms([1, 2, 3])), "data.num_norms", 2, 12),
        ((simple(), quantized(CODES[:3], BOOKS)), "data.num_rows", 1, 32),
        ((floret(size=5), matrix()), "data.num_rows", 1, 12),
        # Types.
        ((simple(), matrix(data_type=8)), "data.rows", 1, 41),  # after padding to 16 bytes
        ((simple(), matrix(data_type=200)), "data.data_type", 1, 24),
        ((simple(), matrix(), norms([1] * 4, data_type=1)), "data.data_type", 2, 20),
        # Subwords.
        ((buckets(BUCKETS, 2, min_n=0), matrix()), "data.min_n", 0, 20),
        ((buckets(FASTTEXT, 2, min_n=0), matrix()), "data.min_n", 0, 20),
        ((buckets(BUCKETS, 2, min_n=4, max_n=3), matrix()), "data.max_n", 0, 24),
        ((buckets(BUCKETS, 200), matrix()), "data.bucket_exponent", 0, 28),
        ((buckets(BUCKETS, 0), matrix()), "data.bucket_exponent", 0, 28),
        ((buckets(FASTTEXT, 0), matrix()), "data.num_buckets", 0, 28),
        ((buckets(BUCKETS, 63), matrix()), "data.num_rows", 1, 12),
        ((buckets(BUCKETS, 64), matrix()), "data.bucket_exponent", 0, 0),
        ((buckets(FASTTEXT, 1), matrix()), "data.num_rows", 1, 12),
        ((explicit([], min_n=0), matrix()), "data.min_n", 0, 28),
        ((explicit([("ab", 0), ("bc", 2)]), matrix()), "data.ngrams[1].index", 0, 0),
        ((explicit([("ab", 1), ("bc", 1)]), matrix()), "data.ngrams", 0, 0),
        ((explicit([("ab", 0), ("ab", 1)]), matrix()), "data.ngrams[1]", 0, 0),
        ((explicit([("ab", 1 << 63)]), matrix()), "data.ngrams[0].index", 0, 0),
        ((floret(min_n=0), matrix()), "data.min_n", 0, 12),
        ((floret(hashes=5), matrix()), "data.num_hashes", 0, 28),
        ((floret(size=0), matrix()), "data.num_buckets", 0, 20),
    ],
)
def test_what_breaks_a_rule_is_refused_where_it_does(
    chunks: tuple[layout.Chunk, ...], path: str, chunk: int, at: int, refused: Refused
) -> None:
    data = file(*chunks)
    error = refused(data)
    assert error.path == f"chunks[{chunk}].{path}"
    assert error.offset == starts(data)[chunk] + at


@pytest.mark.parametrize("missing", [(), (simple(),), (metadata(""), simple()), (metadata(""),)])
def test_a_file_without_a_storage_is_refused(
    missing: tuple[layout.Chunk, ...], tmp_path: Path
) -> None:
    (tmp_path / "part.fifu").write_bytes(file(*missing))
    with pytest.raises(FormatError, match=r"chunks: expected one with (vocabulary|storage)"):
        load(tmp_path / "part.fifu")


@pytest.mark.parametrize("size", range(1, len(GOOD)))
def test_a_file_that_ends_early_is_refused_or_lacks_norms(size: int, tmp_path: Path) -> None:
    (tmp_path / "cut.fifu").write_bytes(GOOD[:size])
    if size == starts(GOOD)[-1]:
        assert load(tmp_path / "cut.fifu").norms is None
        return
    with pytest.raises(FormatError) as caught:
        load(tmp_path / "cut.fifu")
    assert caught.value.offset is None or caught.value.offset <= size


@pytest.mark.parametrize("size", [1 << 31, 1 << 40, (1 << 64) - 1])
@pytest.mark.parametrize(
    ("data", "at"),
    [
        (file(simple(), matrix()), 32),  # words
        (file(buckets(BUCKETS, 2), matrix()), 32),
        (file(explicit([("ab", 0)]), matrix()), 40),  # n-grams
        (file(simple(), matrix()), 83),  # rows
        (file(simple(), quantized(CODES, BOOKS)), 103),
        (file(simple(), matrix(), norms([1] * 4)), 163),
        (file(simple(), matrix()), 24),  # the length of a chunk
        (file(metadata("a = 1"), simple(), matrix()), 28),
    ],
)
def test_a_count_beyond_the_file_is_refused_before_memory_is_taken(
    data: bytes, at: int, size: int, tmp_path: Path
) -> None:
    huge = data[:at] + struct.pack("<Q", size) + data[at + 8 :]
    assert len(huge) == len(data)
    (tmp_path / "huge.fifu").write_bytes(huge)
    tracemalloc.start()
    try:
        with pytest.raises(FormatError) as caught:
            load(tmp_path / "huge.fifu", mmap=True)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert caught.value.offset is not None
    assert peak < 4 << 20


def test_a_word_longer_than_the_file_is_refused(refused: Refused) -> None:
    data = bytearray(file(simple(), matrix()))
    data[40:44] = struct.pack("<I", 0xFFFFFFFF)
    error = refused(bytes(data))
    assert (error.path, error.offset) == ("chunks[0].data.words[0].text", 44)


@pytest.mark.parametrize(
    ("at", "path"),
    [(67, "num_subquantizers"), (71, "num_columns"), (75, "num_centroids")],
)
def test_quantisers_that_make_no_sense_are_refused(at: int, path: str, refused: Refused) -> None:
    data = bytearray(file(simple(), quantized(CODES, BOOKS)))
    at += 24
    assert struct.unpack_from("<I", data, at)[0] in {2, 3}
    data[at : at + 4] = struct.pack("<I", 7 if path == "num_columns" else 0)
    assert refused(bytes(data)).path == f"chunks[1].data.{path}"


def test_codes_beyond_the_centroids_are_refused_with_their_place(tmp_path: Path) -> None:
    codes = CODES.copy()
    codes[2, 1] = 2  # of two centroids
    path = tmp_path / "codes.fifu"
    data = file(simple(), quantized(codes, BOOKS))
    path.write_bytes(data)
    with pytest.raises(FormatError) as eager:
        load(path)
    place = len(data) - codes.size + 2 * 3 + 1
    assert eager.value.offset == place
    # Mapped, the codes are looked at when their rows are: opening touches none of them.
    embeddings = load(path, mmap=True)
    assert embeddings.embedding("one") is not None
    for ask in (lambda: embeddings["drei"], lambda: embeddings.word_similarity("one")):
        with pytest.raises(FormatError, match="codes below 2") as caught:
            ask()
        assert caught.value.offset == place


def test_metadata_that_are_no_toml_are_an_error_when_they_are_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "metadata.fifu"
    path.write_bytes(file(metadata('a = "\\x"'), simple(), matrix()))
    embeddings = load(path)
    assert embeddings.metadata_text == 'a = "\\x"'
    with pytest.raises(FormatError, match="expected TOML"):
        _ = embeddings.metadata
    embeddings.write(tmp_path / "again.fifu")  # they are kept as they are
    assert (tmp_path / "again.fifu").read_bytes() == path.read_bytes()
    path.write_bytes(file(metadata(b"\xff"), simple(), matrix()))
    with pytest.raises(FormatError, match=r"toml at byte \d+: expected text in utf-8"):
        load(path)


def test_any_number_of_parts_that_have_no_values_is_decoded_at_once() -> None:
    """Four milliards of subquantizers for vectors of no dimension, and no row."""
    sizes = (0, 0, 2**32 - 1, 0, 1)  # no projection, no norms; parts, columns, centroids
    body = struct.pack("<5IQII", *sizes, 0, 1, 10)
    padding = bytes(4 - (4 + 3 * 4 + 12 + len(body)) % 4)
    chunk = struct.pack("<IQ", 4, len(body) + len(padding)) + body + padding
    data = b"FiFu" + struct.pack("<3I", 0, 1, 4) + chunk
    with quire.open(data, "finalfusion") as file:
        assert file.read().shape == (0, 0)
