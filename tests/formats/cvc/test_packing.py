"""`pack_cvc`: what it takes, what it refuses, and that a file appears whole or not at all."""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from quire.cvc import load_cvc, open_cvc, pack_cvc
from quire.generated.cvc import Cvc
from quire.runtime import EncodingError
from tests.formats.cvc.layout import SMALL, SMALL_VALUES, assert_same_values, v0, v1

Floats = npt.NDArray[np.float32]

OPEN_FILES = Path("/proc/self/fd")

VALUES = np.random.default_rng(5).normal(size=(100, 6)).astype(np.float32)


def bytes_of(values: Any, folder: Path, **how: Any) -> bytes:
    """The file that packing gives."""
    path = folder / "packed.cvc"
    pack_cvc(values, path, **{"chunk_size": 17, **how})
    return path.read_bytes()


@pytest.fixture(params=[0, 1], ids=["v0", "v1"])
def version(request: pytest.FixtureRequest) -> int:
    """Each layout."""
    number: int = request.param
    return number


# -- the bytes -----------------------------------------------------------------------------


def test_the_layout_is_the_described_one(version: int, tmp_path: Path) -> None:
    values = np.array([[0, 1, 2], [3, 4, 5], [6, 7, 8]], np.float32)
    header = {"num_vectors": 3, "dimension": 3, "compression": "fp16"}
    header["chunks"] = [{"rows": 2, "compression": "fp16"}, {"rows": 1, "compression": "fp16"}]
    payloads = [struct.pack("<6e", *range(6)), struct.pack("<3e", 6, 7, 8)]
    if version == 0:
        expected = v0(header, *payloads)
    else:
        expected = v1(json.dumps(header, sort_keys=True, separators=(",", ":")).encode(), *payloads)
    assert bytes_of(values, tmp_path, chunk_size=2, format_version=version) == expected


@pytest.mark.parametrize("compression", ["fp16", "int8"])
@pytest.mark.parametrize(
    "same",
    [
        np.asfortranarray,
        lambda values: np.repeat(values, 2, axis=1)[:, ::2],
        lambda values: np.repeat(values, 3, axis=0)[::3],
        lambda values: values[::-1].copy()[::-1],
        lambda values: values.astype(">f4"),
        lambda values: values.tolist(),
    ],
    ids=["fortran", "columns", "rows", "reversed", "big-endian", "list"],
)
def test_the_same_values_give_the_same_bytes_however_they_lie(
    same: Callable[[Floats], Any], compression: str, tmp_path: Path
) -> None:
    how = {"compression": compression, "format_version": 1}
    assert bytes_of(same(VALUES), tmp_path, **how) == bytes_of(VALUES, tmp_path, **how)


@pytest.mark.parametrize("compression", ["fp16", "int8"])
def test_a_mapped_array_and_a_read_only_one_are_packed(compression: str, tmp_path: Path) -> None:
    np.save(tmp_path / "values.npy", VALUES)
    mapped = np.load(tmp_path / "values.npy", mmap_mode="r")
    frozen = VALUES.copy()
    frozen.flags.writeable = False
    expected = bytes_of(VALUES, tmp_path, compression=compression)
    assert bytes_of(mapped, tmp_path, compression=compression) == expected
    assert bytes_of(frozen, tmp_path, compression=compression) == expected


def test_packing_does_not_change_its_input(tmp_path: Path) -> None:
    values = VALUES.copy()
    bytes_of(values, tmp_path, compression="int8")
    assert np.array_equal(values, VALUES)


@pytest.mark.parametrize(
    "compression", ["fp16", "int8", ["fp16", "int8", "int8", "fp16", "int8", "fp16"]]
)
@pytest.mark.parametrize("workers", [1, 2, 7])
def test_the_number_of_workers_does_not_change_the_bytes(
    compression: Any, workers: int, version: int, tmp_path: Path
) -> None:
    how = {"compression": compression, "format_version": version}
    assert bytes_of(VALUES, tmp_path, workers=workers, **how) == bytes_of(VALUES, tmp_path, **how)


# -- iterables -----------------------------------------------------------------------------


def pieces(values: npt.NDArray[Any], *sizes: int) -> Iterator[npt.NDArray[Any]]:
    """The rows in pieces of these sizes; the last one takes the rest."""
    yield from np.split(values, np.cumsum(sizes))


@pytest.mark.parametrize(
    "sizes", [(), (17, 17), (1, 1, 1), (50,), (0, 3, 0, 16, 40), (100, 0), (16, 18)]
)
@pytest.mark.parametrize(
    "compression", ["fp16", "int8", ["int8", "fp16", "int8", "int8", "fp16", "fp16"]]
)
def test_pieces_of_any_size_give_the_same_bytes_as_the_array(
    sizes: tuple[int, ...], compression: Any, version: int, tmp_path: Path
) -> None:
    how = {"compression": compression, "format_version": version}
    expected = bytes_of(VALUES, tmp_path, **how)
    assert bytes_of(pieces(VALUES, *sizes), tmp_path, **how) == expected


def test_a_list_of_arrays_is_taken_for_pieces(tmp_path: Path) -> None:
    assert bytes_of([VALUES[:30], VALUES[30:]], tmp_path) == bytes_of(VALUES, tmp_path)


def test_nothing_is_kept_open_when_pieces_have_been_packed(tmp_path: Path) -> None:
    if not OPEN_FILES.exists():
        pytest.skip("/proc tells which files are open")
    bytes_of(pieces(VALUES, 50), tmp_path)
    names = [os.path.realpath(file) for file in OPEN_FILES.iterdir()]
    assert not [name for name in names if name.startswith(str(tmp_path))]


def test_pieces_may_be_lists(tmp_path: Path) -> None:
    lists = (piece.tolist() for piece in pieces(VALUES, 30, 30))
    assert bytes_of(lists, tmp_path) == bytes_of(VALUES, tmp_path)


def test_a_piece_may_be_overwritten_once_the_next_one_is_asked_for(tmp_path: Path) -> None:
    def reused() -> Iterator[Floats]:
        buffer = np.empty((10, 6), np.float32)
        for start in range(0, 100, 10):
            buffer[...] = VALUES[start : start + 10]
            yield buffer

    assert bytes_of(reused(), tmp_path) == bytes_of(VALUES, tmp_path)


def test_no_pieces_make_an_empty_file(version: int, tmp_path: Path) -> None:
    nothing = bytes_of(iter(()), tmp_path, format_version=version)
    assert nothing == bytes_of(np.empty((0, 0), np.float32), tmp_path, format_version=version)


def test_empty_pieces_keep_their_dimension(version: int, tmp_path: Path) -> None:
    empty = np.empty((0, 6), np.float32)
    expected = bytes_of(empty, tmp_path, format_version=version)
    assert bytes_of(iter([empty, empty]), tmp_path, format_version=version) == expected


# -- metadata and unknown keys ---------------------------------------------------------------


METADATA: list[dict[str, Any]] = [
    {"n": 1},
    {"source": "arχiv ünïcode"},
    {"nested": {"a": [1, None, True]}},
]


@pytest.mark.parametrize("as_pieces", [False, True])
def test_metadata_of_chunks_is_kept(*, as_pieces: bool, version: int, tmp_path: Path) -> None:
    values = pieces(VALUES, 33) if as_pieces else VALUES
    bytes_of(values, tmp_path, chunk_size=40, chunk_metadata=METADATA, format_version=version)
    with open_cvc(tmp_path / "packed.cvc") as reader:
        assert [chunk.metadata for chunk in reader.chunks] == METADATA


def test_unknown_keys_survive_reading_editing_and_writing(version: int, tmp_path: Path) -> None:
    layout = [v0, v1][version]
    chunks = [{**SMALL["chunks"][0], "x-chunk": [1, {"b": None}]}, SMALL["chunks"][1]]
    header = {**SMALL, "chunks": chunks, "x-file": {"keep": "me", "lone": "\ud800"}}
    file = Cvc.from_bytes(layout(header, *_payloads()))
    assert file.header.tree() == header
    file.header.chunks[1].scale = 1.0
    chunks[1] = {**chunks[1], "scale": 1.0}
    written = Cvc.from_bytes(file.to_bytes())
    assert written.header.tree() == header
    path = tmp_path / "edited.cvc"
    path.write_bytes(file.to_bytes())
    expected = SMALL_VALUES.copy()
    expected[3:] = np.rint(SMALL_VALUES[3:] + 1) - 1  # the nearest that the new steps allow
    assert_same_values(load_cvc(path), expected)


def _payloads() -> tuple[bytes, bytes]:
    halves = SMALL_VALUES[:3].astype("<f2").tobytes()
    return halves, ((SMALL_VALUES[3:] + 1) * 2).astype(np.uint8).tobytes()


# -- refusals ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "how", "word"),
    [
        (VALUES, {"compression": "zstd"}, "zstd"),
        (VALUES, {"compression": "lossless", "format_version": 0}, "lossless"),
        (VALUES, {"compression": ["fp16"] * 5 + ["zstd"]}, "zstd"),
        (VALUES, {"compression": ["fp16"] * 5}, "6"),
        (VALUES, {"compression": ["fp16"] * 7}, "6"),
        (VALUES, {"compression": []}, "6"),
        (VALUES, {"chunk_size": 0}, "chunk_size"),
        (VALUES, {"chunk_size": -1}, "chunk_size"),
        (VALUES, {"chunk_metadata": [{}] * 5}, "6"),
        (VALUES, {"chunk_metadata": [{}] * 7}, "6"),
        (VALUES, {"mmap_optimized": True, "format_version": 0}, "format_version"),
        (VALUES, {"format_version": 2}, "format_version"),
        (VALUES, {"format_version": -1}, "format_version"),
        (VALUES[0], {}, "dimension"),
        (VALUES[None], {}, "dimension"),
        (np.float32(1), {}, "dimension"),
    ],
)
def test_wrong_arguments_are_refused_and_leave_no_file(
    values: Any, how: dict[str, Any], word: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=word):
        bytes_of(values, tmp_path, **how)
    assert list(tmp_path.iterdir()) == []


def test_a_chunk_of_more_than_4_gib_is_refused(version: int, tmp_path: Path) -> None:
    endless = np.broadcast_to(np.float32(0), (2**31, 1))
    with pytest.raises(ValueError, match="chunk_size"):
        bytes_of(endless, tmp_path, chunk_size=2**31, format_version=version)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("values", [np.array([["a", "b"]]), np.array([[1j]]), np.array([[None]])])
def test_values_that_are_no_real_numbers_are_refused(values: Any, tmp_path: Path) -> None:
    with pytest.raises((ValueError, TypeError)):
        bytes_of(values, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "wrong",
    [
        [VALUES[:3], VALUES[:3, :5]],
        [VALUES[:20], VALUES[0, :5]],
        [VALUES[:1, 0], np.float32(1)],
        [VALUES[:20], VALUES[None]],
        [np.empty((0, 6)), np.empty((3, 5))],
    ],
    ids=[
        "other dimension",
        "then another vector",
        "a number",
        "then a cube",
        "empty, other dimension",
    ],
)
def test_pieces_that_do_not_fit_together_are_refused(wrong: list[Floats], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"dimension|shape|2-D|rows"):
        bytes_of(iter(wrong), tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("count", [5, 7])
@pytest.mark.parametrize("argument", ["compression", "chunk_metadata"])
def test_a_list_that_does_not_fit_the_pieces_is_refused(
    argument: str, count: int, tmp_path: Path
) -> None:
    items: list[Any] = ["fp16"] if argument == "compression" else [{}]
    how: dict[str, Any] = {argument: items * count}
    with pytest.raises(ValueError, match=argument):
        bytes_of(pieces(VALUES, 30, 30), tmp_path, **how)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "metadata", [{"x": object()}, {1: "one", "1": "the same"}], ids=["an object", "a key twice"]
)
def test_metadata_that_json_cannot_keep_is_refused(metadata: Any, tmp_path: Path) -> None:
    with pytest.raises((ValueError, TypeError)):
        bytes_of(VALUES[:17], tmp_path, chunk_metadata=[metadata])
    assert list(tmp_path.iterdir()) == []


# -- many small chunks ---------------------------------------------------------------------


@pytest.mark.parametrize("compression", ["fp16", "bfloat16"])
def test_small_chunks_hold_the_bytes_of_a_large_one(compression: str, tmp_path: Path) -> None:
    values = np.random.default_rng(8).normal(size=(9_000, 32)).astype(np.float32)  # above 1 MiB
    payloads = []
    for size in (len(values), 7):
        pack_cvc(values, tmp_path / "some.cvc", compression, size)
        with Cvc.from_file(tmp_path / "some.cvc") as file:
            payloads.append(b"".join(bytes(chunk.payload.stored) for chunk in file.chunks))
    assert payloads[0] == payloads[1]
    assert len(payloads[0]) == values.size * 2


def test_a_value_that_has_no_place_is_counted_within_its_small_chunk(tmp_path: Path) -> None:
    values = np.zeros((9_000, 32), np.float32)
    values[8_701, 3] = 1e6
    with pytest.raises(EncodingError, match=r"found 1000000\.0 at flat index 35;"):
        pack_cvc(values, tmp_path / "none.cvc", "fp16", 100)
    assert not (tmp_path / "none.cvc").exists()
