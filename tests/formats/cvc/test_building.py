"""`Cvc.build`: what follows from the arrays is filled in, what contradicts them is refused."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

from quire import ChecksumError, ContradictionError, EncodingError, FormatError
from quire.generated.cvc import Cvc
from tests.formats.cvc.layout import CODES, HALVES, SMALL, SMALL_VALUES, json_of, v0, v1, without

PARTS = [SMALL_VALUES[:3], SMALL_VALUES[3:]]


def build(header: dict[str, Any], *parts: Any, **fields: Any) -> bytes:
    """The file of a header and the arrays of its chunks."""
    chunks: list[Cvc.Chunk._Fields] = [{"payload": part} for part in parts]
    return Cvc.build(header=header, chunks=chunks, **fields).to_bytes()


def test_a_header_and_arrays_make_a_file() -> None:
    assert build(SMALL, *PARTS) == v0(SMALL, HALVES, CODES)
    ordered = {key: SMALL[key] for key in sorted(SMALL)}
    ordered["chunks"] = [{key: chunk[key] for key in sorted(chunk)} for chunk in SMALL["chunks"]]
    compact = json_of(ordered).replace(b" ", b"")
    assert build(SMALL, *PARTS, format_version=1) == v1(compact, HALVES, CODES)


def test_building_does_not_change_the_header_it_is_given() -> None:
    header = without(SMALL, ("num_vectors",))
    before = copy.deepcopy(header)
    build(header, *PARTS)
    assert header == before


def test_the_number_of_vectors_follows_from_the_chunks() -> None:
    file = Cvc.from_bytes(build(without(SMALL, ("num_vectors",)), *PARTS))
    assert file.header.num_vectors == 5


def test_a_number_of_vectors_that_is_not_the_sum_is_a_contradiction() -> None:
    with pytest.raises(ContradictionError) as caught:
        build({**SMALL, "num_vectors": 6}, *PARTS)
    assert caught.value.path == "header.num_vectors"
    assert "5" in caught.value.expected
    assert caught.value.found == "6"


def test_values_that_the_codec_cannot_store_are_refused_as_by_the_codec_itself() -> None:
    unstorable = PARTS[1].copy()
    unstorable[1, 2] = np.nan
    with pytest.raises(EncodingError, match="found nan at flat index 6"):
        build(SMALL, PARTS[0], unstorable)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_another_number_of_chunks_than_the_header_lists_is_refused(count: int) -> None:
    with pytest.raises(FormatError) as caught:
        build(SMALL, *(PARTS * 2)[:count])
    assert caught.value.path.startswith("chunks")


@pytest.mark.parametrize(
    "wrong", [SMALL_VALUES[:2], SMALL_VALUES[:3, :3], SMALL_VALUES[:3].ravel()]
)
def test_an_array_of_another_shape_than_the_header_says_is_refused(wrong: Any) -> None:
    with pytest.raises(FormatError) as caught:
        build(SMALL, wrong, PARTS[1])
    assert caught.value.path == "chunks[0].payload"
    assert "[3, 4]" in caught.value.expected
    assert caught.value.found == str(list(wrong.shape))


@pytest.mark.parametrize(("field", "wrong"), [("len_header", 3), ("magic", b"CVCG")])
def test_a_derived_field_that_is_wrong_is_a_contradiction(field: str, wrong: object) -> None:
    with pytest.raises(ContradictionError) as caught:
        build(SMALL, *PARTS, **{field: wrong})
    assert caught.value.path == field


def test_a_checksum_that_is_wrong_is_a_contradiction() -> None:
    chunks: list[Cvc.Chunk._Fields] = [{"payload": PARTS[0], "crc": 1}, {"payload": PARTS[1]}]
    with pytest.raises(ContradictionError) as caught:
        Cvc.build(header=SMALL, chunks=chunks, format_version=1).to_bytes()
    assert caught.value.path == "chunks[0].crc"


def test_an_unknown_field_is_the_callers_error() -> None:
    with pytest.raises(TypeError, match="no field 'chunk'"):
        Cvc.build(header=SMALL, chunk=[])  # type: ignore[call-arg]  # the slip


def test_files_are_equal_when_their_fields_are() -> None:
    data = v1(SMALL, HALVES, CODES)
    assert Cvc.from_bytes(data) == Cvc.from_bytes(data)
    other = {**SMALL, "note": 1}
    assert Cvc.from_bytes(data) != Cvc.from_bytes(v1(other, HALVES, CODES))
    assert Cvc.from_bytes(data) != Cvc.from_bytes(v1(SMALL, HALVES, CODES[::-1]))


def test_payloads_of_a_file_are_arrays_for_numpy() -> None:
    file = Cvc.from_bytes(v1(SMALL, HALVES, CODES))
    assert np.array_equal(np.asarray(file.chunks[0].payload), PARTS[0])
    assert np.array_equal(np.asarray(file.chunks[1].payload, np.float64), PARTS[1])


@pytest.mark.parametrize("format_version", [0, 1])
def test_a_damaged_payload_is_not_given_a_new_checksum(format_version: int) -> None:
    damaged = bytearray(v1(SMALL, HALVES, CODES))
    damaged[-1] ^= 1
    file = Cvc.from_bytes(damaged)
    assert file.to_bytes() == damaged
    file.chunks[0] = Cvc.Chunk.build(payload=PARTS[0])  # not what was read
    file.format_version = format_version
    if not format_version:
        del file.version
    with pytest.raises(ChecksumError) as caught:
        # Where nothing moves, it is left as it is, for who reads it.
        Cvc.from_bytes(file.to_bytes()).validate()
    assert caught.value.path.endswith("payload")
