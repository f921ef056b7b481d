"""Files that break the layout: each is refused with its place, before anything is allocated."""

from __future__ import annotations

import pickle
import struct
import tracemalloc
from pathlib import Path

import pytest

from quire import FormatError, LimitError, TruncatedError
from quire.cvc import load_cvc, open_cvc
from quire.generated.cvc import Cvc
from tests.formats.cvc.conftest import Refused
from tests.formats.cvc.layout import (
    CODES,
    HALVES,
    SMALL,
    SMALL_VALUES,
    Layout,
    assert_same_values,
    header_start,
    json_of,
    paged_small,
    record_v0,
    record_v1,
    v0,
    v1,
    with_json,
)

each_layout = pytest.mark.parametrize("layout", [v0, v1])


@each_layout
def test_the_small_file_of_these_tests_is_good(layout: Layout, tmp_path: Path) -> None:
    path = tmp_path / "small.cvc"
    path.write_bytes(layout(SMALL, HALVES, CODES))
    assert_same_values(load_cvc(path), SMALL_VALUES)


# -- cut off -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [v0(SMALL, HALVES, CODES), v1(SMALL, HALVES, CODES), paged_small()],
    ids=["v0", "v1", "paged"],
)
def test_a_file_cut_off_at_any_byte_says_what_is_missing(data: bytes, refused: Refused) -> None:
    for size in range(len(data)):
        error = refused(data[:size])
        assert isinstance(error, TruncatedError), (size, error)
        assert error.offset is not None
        assert error.offset + error.bytes_available == size
        assert error.bytes_needed > error.bytes_available
        assert error.expected == f"{error.bytes_needed} bytes"


@each_layout
def test_a_file_cut_off_names_the_field(layout: Layout, refused: Refused) -> None:
    data = layout(SMALL, HALVES, CODES)
    start = header_start(layout)
    end_of_header = start + len(json_of(SMALL))
    assert refused(data[:3]).path == "magic"
    assert refused(data[: end_of_header - 1]).path == "header"
    assert refused(data[:end_of_header]).path == "chunks"
    assert refused(data[: end_of_header + start + 4]).path == "chunks[0].payload"
    assert refused(data[:-1]).path == "chunks[1].payload"


# -- magic, version, length of the header ----------------------------------------------------


@pytest.mark.parametrize("magic", [b"CVCG", b"cvcf", b"\0\0\0\0", b"PK\3\4"])
@each_layout
def test_another_magic_is_refused(layout: Layout, magic: bytes, refused: Refused) -> None:
    error = refused(magic + layout(SMALL, HALVES, CODES)[4:])
    assert (error.path, error.offset) == ("magic", 0)
    assert error.expected == str(b"CVCF")
    assert error.found == str(magic)


@pytest.mark.parametrize("length", [0x1000, 0x7FFFFFFF, 0xFFFFFFFF])
@each_layout
def test_a_header_that_would_end_behind_the_file_is_refused(
    layout: Layout, length: int, refused: Refused
) -> None:
    data = bytearray(layout(SMALL, HALVES, CODES))
    start = header_start(layout)
    data[start - 4 : start] = struct.pack("<I", length)
    error = refused(bytes(data))
    assert isinstance(error, TruncatedError)
    assert (error.path, error.offset) == ("header", start)
    assert (error.bytes_needed, error.bytes_available) == (length, len(data) - start)


@each_layout
def test_a_header_of_more_than_64_mib_is_refused(layout: Layout, tmp_path: Path) -> None:
    path = tmp_path / "long.cvc"
    start = header_start(layout)
    length = 0x4000001
    with path.open("wb") as file:
        file.write(layout(b"")[: start - 4] + struct.pack("<I", length) + b"{")
        file.truncate(start + length)
    with pytest.raises(LimitError) as caught:
        load_cvc(path)
    assert (caught.value.path, caught.value.offset) == ("header", start)
    assert str(0x4000000) in caught.value.expected
    assert str(length) in caught.value.found


@pytest.mark.parametrize(("major", "found"), [(3, "3"), (0xFFFF, "65535")])
def test_another_version_is_refused(major: int, found: str, refused: Refused) -> None:
    data = bytearray(v1(SMALL, HALVES, CODES))
    data[4:6] = struct.pack("<H", major)
    error = refused(bytes(data))
    assert (error.path, error.offset) == ("version.major", 4)
    assert error.expected == "rows (1) or columns (2)"
    assert error.found == found


# -- chunks --------------------------------------------------------------------------------


@each_layout
def test_fewer_chunks_than_promised_is_a_truncated_file(layout: Layout, refused: Refused) -> None:
    data = layout(SMALL, HALVES)
    error = refused(data)
    assert isinstance(error, TruncatedError)
    assert (error.path, error.offset) == ("chunks[1].len_payload", len(data))
    assert error.found == "0"


@each_layout
@pytest.mark.parametrize(
    "payloads", [(CODES,), (HALVES,), (b"x",), (CODES, HALVES, CODES)], ids=len
)
def test_complete_chunks_behind_the_promised_ones_are_refused(
    layout: Layout, payloads: tuple[bytes, ...], refused: Refused
) -> None:
    data = layout(SMALL, HALVES, CODES)
    record = record_v0 if layout is v0 else record_v1
    error = refused(data + b"".join(map(record, payloads)))
    assert error.path == "chunks"
    assert error.offset == len(data)
    assert "2" in error.expected


@pytest.mark.parametrize(
    "tail",
    [b"\n", b"\xff" * 7, b"\xff" * 100, b"not a chunk", bytes(100), bytes(4096)],
    ids=["newline", "few", "many", "text", "zeros", "a page of zeros"],
)
@each_layout
def test_other_trailing_bytes_are_ignored_by_load_and_reported_by_verify(
    layout: Layout, tail: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "tail.cvc"
    path.write_bytes(layout(SMALL, HALVES, CODES) + tail)
    assert_same_values(load_cvc(path), SMALL_VALUES)
    with open_cvc(path) as reader:
        notes = reader.verify()
    assert len(notes) == 1
    assert str(len(tail)) in str(notes[0])


@pytest.mark.parametrize("wrong", [b"", HALVES[:-1], HALVES[:-2], HALVES + b"\0"])
@each_layout
def test_a_payload_of_another_length_than_its_rows_need_is_refused(
    layout: Layout, wrong: bytes, refused: Refused
) -> None:
    error = refused(layout(SMALL, wrong, CODES))
    assert error.path in {"chunks[0].len_payload", "chunks[0].payload"}
    assert str(len(HALVES)) in error.expected
    assert str(len(wrong)) in error.found


@pytest.mark.parametrize("length", [len(CODES) + 1, 0x7FFFFFFF, 0xFFFFFFFF])
@each_layout
def test_a_payload_that_would_end_behind_the_file_is_refused(
    layout: Layout, length: int, refused: Refused
) -> None:
    data = bytearray(layout(SMALL, HALVES, CODES))
    start = len(data) - len(CODES) - (header_start(layout) - 4)
    assert struct.unpack_from("<I", data, start) == (len(CODES),)
    data[start : start + 4] = struct.pack("<I", length)
    error = refused(bytes(data))
    assert isinstance(error, TruncatedError)
    assert (error.path, error.offset) == ("chunks[1].payload", len(data) - len(CODES))
    assert (error.bytes_needed, error.bytes_available) == (length, len(CODES))


@pytest.mark.parametrize("total", ["0", "4", "6", "1000000000000"])
@each_layout
def test_a_number_of_vectors_that_is_not_the_sum_of_the_rows_is_refused(
    layout: Layout, total: str, refused: Refused
) -> None:
    error = refused(layout(with_json(SMALL, ("num_vectors",), total), HALVES, CODES))
    assert (error.path, error.offset) == ("header.num_vectors", header_start(layout))
    assert (error.expected, error.found) == ("5", total)


@pytest.mark.parametrize(
    ("rows", "dimension"),
    [
        (10**6, 10**4),
        (2**33, 2**31),
        (2**48 - 1, 2**32 - 1),
        (2**63, 1),
        (3, 2**63),
        (10**30, 10**30),
    ],
)
@each_layout
def test_sizes_that_the_file_cannot_hold_are_refused_before_memory_is_allocated(
    layout: Layout, rows: int, dimension: int, refused: Refused
) -> None:
    header = {"num_vectors": rows, "dimension": dimension, "compression": "fp16"}
    header["chunks"] = [{"rows": rows}]
    tracemalloc.start()
    try:
        error = refused(layout(header, HALVES))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1 << 20
    assert error.path.startswith(("header.", "chunks[0]."))


@pytest.mark.parametrize("layout", [v0, v1, paged_small])
def test_the_generated_reader_refuses_what_is_cut_off_too(layout: Layout) -> None:
    data = paged_small() if layout is paged_small else layout(SMALL, HALVES, CODES)
    for size in range(0, len(data), 7):
        with pytest.raises(FormatError):
            Cvc.from_bytes(data[:size])


@each_layout
def test_an_error_survives_the_way_between_processes(layout: Layout, refused: Refused) -> None:
    error = refused(layout(SMALL, HALVES))
    copied = pickle.loads(pickle.dumps(error))  # noqa: S301  # our own
    assert type(copied) is type(error)
    assert copied.as_dict() == error.as_dict()
    assert str(copied) == str(error)
