"""Payloads that are compressed, chosen by a value, and guarded by hashes."""

from __future__ import annotations

import re
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import quire
from quire.kernels.engine.payload import Encoded
from quire.runtime import Reader
from tests.cases import compiled, data_of, record_class

zstandard = pytest.importorskip("zstandard", reason="pip install zstandard")
cramjam = pytest.importorskip("cramjam", reason="pip install cramjam")
blake3 = pytest.importorskip("blake3", reason="pip install blake3").blake3

PACKED = """
meta: {id: packed, endian: le}
seq:
  - {id: num_rows, type: u8}
  - {id: len_rows, type: u4}
  - id: rows
    size: len_rows
    -array: {dtype: u2, shape: [num_rows]}
    -codec: [zstd]
"""

OFFSET = 12
"""Where `rows` begins."""

ROWS = np.array([1, 2, 3], np.uint16)

HASHED = data_of("hashed")


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path: Path = tmp_path_factory.mktemp("packed") / "packed.ksy"
    path.write_text(PACKED, encoding="utf-8")
    return record_class(quire.compile(path))


@pytest.fixture(scope="module")
def hashed() -> Any:
    return compiled("hashed")


@pytest.fixture(scope="module")
def pipeline() -> Any:
    return compiled("pipeline")


def file_of(num_rows: int, payload: bytes) -> bytes:
    """A file of `packed`."""
    return num_rows.to_bytes(8, "little") + len(payload).to_bytes(4, "little") + payload


def frame(data: bytes, *, sized: bool = True) -> bytes:
    """A frame of zstd, with or without the size of its content."""
    packer = zstandard.ZstdCompressor(write_content_size=sized)
    packed: bytes = packer.compress(data)
    return packed


def digest(array: npt.NDArray[Any], size: int) -> bytes:
    """BLAKE3 of the elements of an array, by its library alone."""
    found: bytes = blake3(array.tobytes()).digest(length=size)
    return found


def changed(data: bytes, at: int) -> bytes:
    """The data with another byte at a place."""
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


# -- sizes ---------------------------------------------------------------------------------


@pytest.mark.parametrize("sized", [True, False])
def test_a_frame_of_as_many_bytes_as_the_shape_says_is_decoded(packed: Any, sized: bool) -> None:  # noqa: FBT001  # a parameter of the test
    record = packed.from_bytes(file_of(3, frame(ROWS.tobytes(), sized=sized)))
    assert record.rows.decode().tolist() == [1, 2, 3]


@pytest.mark.parametrize(
    ("num_rows", "payload", "offset"),
    [
        (2, frame(ROWS.tobytes()), 0),
        (4, frame(ROWS.tobytes()), 0),
        (2, frame(ROWS.tobytes(), sized=False), 0),
        (4, frame(ROWS.tobytes(), sized=False), 0),
        (3, frame(b""), 0),
        (0, frame(ROWS.tobytes()), 0),
        (3, frame(ROWS.tobytes())[:-1], 14),
        (3, frame(ROWS.tobytes()) + b"\0", 15),
        (3, b"PK" + frame(ROWS.tobytes()), 0),
    ],
    ids=[
        "promises more",
        "promises less",
        "holds more",
        "holds less",
        "holds nothing",
        "should hold nothing",
        "cut",
        "something behind it",
        "no frame",
    ],
)
def test_a_frame_of_another_size_is_refused_with_its_place(
    packed: Any, num_rows: int, payload: bytes, offset: int
) -> None:
    record = packed.from_bytes(file_of(num_rows, payload))
    with pytest.raises(quire.FormatError) as caught:
        record.rows.decode()
    assert (caught.value.format, caught.value.path) == ("packed", "rows")
    assert caught.value.offset == OFFSET + offset


def test_other_bytes_are_decoded_as_those_of_a_record(packed: Any) -> None:
    like = packed.from_bytes(file_of(3, frame(ROWS.tobytes()))).rows.bare()
    stored = frame((ROWS + 1).tobytes())
    io = Reader(b"??" + stored, 70)
    io.seek(2)
    assert like.over(io, len(stored), b"").decode().tolist() == [2, 3, 4]
    io.seek(2)
    with pytest.raises(quire.FormatError) as caught:
        like.over(io, len(stored) + 1, b"")
    assert (caught.value.path, caught.value.offset) == ("rows", 72)


def test_other_bytes_have_to_match_a_digest_of_their_own(hashed: Any) -> None:
    like = hashed.from_bytes(HASHED).pair.bare()
    other = np.array([7, 8], np.uint16)
    good = like.over(Reader(other.tobytes()), 4, digest(other, 4))
    assert good.decode().tolist() == [7, 8]
    bad = like.over(Reader(other.tobytes(), 5), 4, bytes(4))
    with pytest.raises(quire.ChecksumError) as caught:
        bad.decode()
    assert (caught.value.path, caught.value.offset) == ("pair", 5)


@pytest.mark.parametrize("num_rows", [1 << 40, 1 << 62, (1 << 64) - 1])
def test_what_no_frame_can_hold_is_refused_before_memory_is_taken(
    packed: Any, num_rows: int
) -> None:
    data = file_of(num_rows, bytes(30))
    tracemalloc.start()
    try:
        with pytest.raises(quire.FormatError) as caught:
            packed.from_bytes(data)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert caught.value.path.startswith("rows")
    assert caught.value.offset == OFFSET
    assert most < 1 << 20


def test_a_payload_without_frame_has_the_size_of_its_array(pipeline: Any) -> None:
    record = pipeline.from_bytes(data_of("pipeline"))
    fields = {name: getattr(record, name) for name in ("plain", "words", "padded", "rows")}
    stored = pipeline.build(
        **fields, shape=[2, 0], dtype=1, scheme=0, chosen=np.array([1, 2], np.float16)
    ).to_bytes()
    assert stored[-4:] == np.array([1, 2], "<f2").tobytes()
    # dtype, scheme and len_chosen stand before the four bytes.
    other = stored[:-8] + b"\3" + stored[-7:]
    with pytest.raises(quire.FormatError, match=r"chosen .* expected 16 bytes .*found 4 bytes"):
        pipeline.from_bytes(other)


def test_a_dtype_that_no_case_names_is_refused(pipeline: Any) -> None:
    stored = bytearray(data_of("pipeline"))
    stored[80] = 9
    with pytest.raises(quire.FormatError, match="expected a dtype for") as caught:
        pipeline.from_bytes(bytes(stored))
    assert (caught.value.path, caught.value.offset) == ("chosen", 84)


# -- what is stored ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dtype", "array"),
    [
        (1, np.array([0.5, -2], ">f2")),
        (2, np.array([258, -2], ">i2")),
        (3, np.array([1 << 40, 3], ">u8")),
    ],
)
@pytest.mark.parametrize("scheme", [0, 2, 4])
def test_elements_are_stored_lowest_byte_first(
    pipeline: Any, dtype: int, array: npt.NDArray[Any], scheme: int
) -> None:
    record = pipeline.from_bytes(data_of("pipeline"))
    fields = {name: getattr(record, name) for name in ("plain", "words", "padded", "rows")}
    made = pipeline.build(**fields, shape=[2, 0], dtype=dtype, scheme=scheme, chosen=array)
    stored = bytes(pipeline.from_bytes(made.to_bytes()).chosen.stored)
    if scheme == 2:
        stored = zstandard.ZstdDecompressor().decompress(stored)
    elif scheme == 4:
        stored = bytes(cramjam.lz4.decompress(stored))
    assert stored == array.astype(array.dtype.newbyteorder("<")).tobytes()


def test_bfloat16_is_the_upper_half_of_float32(pipeline: Any) -> None:
    pytest.importorskip("ml_dtypes", reason="pip install ml-dtypes")
    record = pipeline.from_bytes(data_of("pipeline"))
    fields = {name: getattr(record, name) for name in ("plain", "words", "padded", "rows")}
    values = np.array([1.5, -2], np.float32)
    made = pipeline.build(**fields, shape=[2, 0], dtype=5, scheme=0, chosen=values)
    back = pipeline.from_bytes(made.to_bytes()).chosen
    assert bytes(back.stored) == values.astype("<f4").view("<u2")[1::2].tobytes()
    assert back.decode().astype(np.float32).tolist() == [1.5, -2]


@pytest.mark.parametrize(
    ("array", "found"),
    [
        (np.array([1.0, 2.0, 3.0]), "float64"),
        (np.array(["a", "b", "c"]), "<U1"),
        (np.array([-1, 2, 3]), r"int64 \(.*-1.*\)"),
    ],
)
def test_an_array_of_another_kind_is_refused(
    packed: Any, array: npt.NDArray[Any], found: str
) -> None:
    made = packed.build(num_rows=3, rows=array)
    with pytest.raises(quire.FormatError, match="expected an array of uint16") as caught:
        made.to_bytes()
    assert caught.value.path == "rows"
    assert re.fullmatch(found, str(caught.value.found))


def test_what_was_read_is_written_as_it_was_compressed(packed: Any) -> None:
    payload = frame(ROWS.tobytes(), sized=False)
    record = packed.from_bytes(file_of(3, payload))
    made = packed.build(num_rows=3, rows=record.rows)
    assert made.to_bytes() == file_of(3, payload)
    assert made.to_bytes() != packed.build(num_rows=3, rows=ROWS).to_bytes()


def test_some_rows_are_decoded_alone(packed: Any) -> None:
    record = packed.from_bytes(file_of(3, frame(ROWS.tobytes())))
    assert record.rows.decode(rows=slice(1, 3)).tolist() == [2, 3]


# -- hashes --------------------------------------------------------------------------------

HASH = slice(1, 9)


def test_another_hash_names_the_algorithm_and_both_digests(hashed: Any) -> None:
    record = hashed.from_bytes(changed(HASHED, HASH.start))
    with pytest.raises(quire.ChecksumError) as caught:
        record.halves.decode()
    wanted = changed(HASHED, HASH.start)[HASH].hex()
    assert caught.value.expected == f"blake3 {wanted}"
    assert caught.value.found == HASHED[HASH].hex()
    assert (caught.value.format, caught.value.path, caught.value.offset) == ("hashed", "halves", 9)


@pytest.mark.parametrize("name", ["halves", "words", "pair", "last"])
def test_every_hash_is_verified_by_each_way_to_decode(hashed: Any, name: str) -> None:
    places = {"halves": HASH.start, "words": 29, "pair": 65, "last": 69}
    data = changed(HASHED, places[name])
    ways: list[Callable[[Encoded], object]] = [
        Encoded.decode,
        Encoded.verify,
        lambda payload: payload.decode(rows=slice(0, 1)),
        lambda payload: payload.decode(np.empty(payload.shape, payload.dtype)),
        np.asarray,
    ]
    for way in ways:
        payload = getattr(hashed.from_bytes(data), name)
        for _ in range(2):  # one that failed is not trusted afterwards
            with pytest.raises(quire.ChecksumError):
                way(payload)


def test_what_is_trusted_is_not_verified(hashed: Any) -> None:
    record = hashed.from_bytes(changed(HASHED, HASH.start))
    record.halves.trust()
    assert record.halves.decode().tolist() == [1.0, -0.5]


@pytest.mark.usefixtures("made_anew")
def test_a_hash_is_not_verified_where_its_condition_does_not_hold(hashed: Any) -> None:
    flags = HASHED[0] | 2
    record = hashed.from_bytes(bytes([flags]) + changed(HASHED, HASH.start)[1:])
    record.validate()
    # A writer computes it all the same.
    assert record.to_bytes() == bytes([flags]) + HASHED[1:]


@pytest.mark.parametrize("values", [[0.1, -65519.0], [1.0, 0.5], [np.nan, -np.inf]])
def test_the_hash_of_a_decoded_array_is_that_of_what_a_reader_gets(
    hashed: Any, values: list[float]
) -> None:
    record = hashed.from_bytes(HASHED)
    halves = np.array(values, np.float32).astype("<f2")
    for flags, hashed_values in ((1, halves.astype("<f4")), (0, halves)):
        fields = {name: getattr(record, name) for name in ("words", "pair", "last")}
        made = hashed.build(flags=flags, halves=np.array(values, np.float32), **fields)
        back = hashed.from_bytes(made.to_bytes())
        assert back.hash == digest(hashed_values, 8)
        assert back.halves.decode().tobytes() == halves.astype("<f4").tobytes()


@pytest.mark.usefixtures("made_anew")
def test_a_payload_that_is_damaged_gets_no_new_hash(hashed: Any) -> None:
    record = hashed.from_bytes(changed(HASHED, 9))
    with pytest.raises(quire.ChecksumError):
        record.to_bytes()


def test_the_hash_of_a_compressed_array_is_that_of_its_elements(hashed: Any) -> None:
    made = hashed.build(
        flags=1,
        halves=[1, 2],
        words=np.array([7, 8, 9], ">u2"),
        pair=np.array([1, 2], ">u2"),
        last=np.array([1], np.uint8),
    )
    back = hashed.from_bytes(made.to_bytes())
    assert back.hash_pair == digest(np.array([1, 2], "<u2"), 4)
    assert back.hash_words == blake3(bytes(back.words.stored)).digest()
    back.validate()


def test_two_threads_decode_at_once(packed: Any) -> None:
    rows = np.random.default_rng(1).integers(0, 99, 300_000).astype(np.uint16)
    record = packed.from_bytes(file_of(len(rows), frame(rows.tobytes())))
    barrier = Barrier(2)

    def decode(_number: int) -> bytes:
        barrier.wait()
        decoded: bytes = record.rows.decode().tobytes()
        return decoded

    for hashed_bytes, decoded in ((rows.tobytes(), True), (record.rows.stored, False)):
        expected = blake3(bytes(hashed_bytes)).digest(length=16)
        record.rows.guard_with("blake3", expected, decoded=decoded)
        with ThreadPoolExecutor(2) as pool:
            assert list(pool.map(decode, range(2))) == [rows.tobytes()] * 2
