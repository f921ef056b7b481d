"""`dictionary_planes`: its layout by hand, what it refuses, and that it loses nothing."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import quire
from quire.kernels.codecs.dictionary_planes import reference
from quire.kernels.codecs.dictionary_planes.codec import DictionaryPlanes
from quire.kernels.contract import MAX_BYTES, ParameterError, StoredError
from quire.runtime.errors import EncodingError
from tests.cases import record_class

COMPILED = "quire.kernels.codecs.dictionary_planes.numba"
numba = pytest.importorskip(COMPILED, reason="pip install numba")

each_kernel = pytest.mark.parametrize("kernel", [reference, numba], ids=["reference", "numba"])

FOUR = DictionaryPlanes((2, 2))
VALUES = np.array([0x01020304, 0x11020305, 0x21020304, 0x01020306], "<u4").view(np.float32)
STORED = b"".join(
    [
        struct.pack("<I4B", 4, 2, 1, 1, 2),
        struct.pack("<H", 3) + b"\x04\x05\x06" + bytes([0b00_01_00_10]),
        struct.pack("<H", 1) + b"\x03" + b"\x00",
        struct.pack("<H", 1) + b"\x02" + b"\x00",
        struct.pack("<H", 3) + b"\x01\x11\x21" + bytes([0b00_01_10_00]),
    ]
)
"""The four values, put together by hand."""


def decoded(kernel: Any, stored: bytes, parameters: DictionaryPlanes) -> npt.NDArray[np.float32]:
    """What a kernel makes of stored bytes."""
    out = np.full(parameters.shape, 0.5, np.float32)
    kernel.decode(np.frombuffer(stored, np.uint8), out, parameters)
    return out


def by_hand(stored: bytes) -> npt.NDArray[np.uint32]:
    """The bits of the values, read one by one as the format says."""
    count, *widths = struct.unpack_from("<I4B", stored)
    position, words = 8, [0] * count
    for plane, bits in enumerate(widths):
        (size,) = struct.unpack_from("<H", stored, position)
        dictionary = stored[position + 2 : position + 2 + size]
        position += 2 + size
        length = -(-count * bits // 8)
        digits = "".join(f"{byte:08b}" for byte in stored[position : position + length])
        position += length
        for i in range(count):
            words[i] |= dictionary[int(digits[i * bits : (i + 1) * bits], 2)] << 8 * plane
    assert position == len(stored)
    return np.array(words, np.uint32)


@each_kernel
def test_the_layout_is_the_one_written_by_hand(kernel: Any) -> None:
    assert kernel.encode(VALUES.reshape(2, 2), FOUR) == STORED
    assert decoded(kernel, STORED, FOUR).tobytes() == VALUES.tobytes()


@each_kernel
@settings(deadline=None)  # the first example compiles
@given(
    words=arrays.arrays(
        np.uint32,
        st.integers(0, 70),
        elements=st.one_of(
            st.integers(0, 2**32 - 1), st.sampled_from([0, 1, 0x7FC00000, 0xFF800001, 1 << 31])
        ),
    )
)
def test_every_pattern_of_bits_comes_back(kernel: Any, words: npt.NDArray[np.uint32]) -> None:
    parameters = DictionaryPlanes((words.size,))
    stored = kernel.encode(words.view(np.float32), parameters)
    fewest, most = parameters.bounds()
    assert fewest <= len(stored) <= most
    assert by_hand(stored).tobytes() == words.tobytes()
    assert decoded(kernel, stored, parameters).tobytes() == words.tobytes()


@each_kernel
@pytest.mark.parametrize("bits", range(1, 9))
def test_codes_of_every_width_come_back_from_any_row_on(kernel: Any, bits: int) -> None:
    random = np.random.default_rng(bits)
    dictionary = random.permutation(256)[: 2**bits].astype(np.uint32)
    words = np.resize(dictionary, 3 * 5000) * np.uint32(0x01010101)
    parameters = DictionaryPlanes((5000, 3))
    values = words.view(np.float32).reshape(5000, 3)
    stored = kernel.encode(values, parameters)
    assert by_hand(stored).tobytes() == words.tobytes()
    for start, stop in [(0, 5000), (1, 2), (7, 4999), (1365, 1366), (1367, 2800), (5, 5)]:
        begin, end, cut = parameters.row_range(start, stop)
        assert decoded(kernel, stored[begin:end], cut).tobytes() == values[start:stop].tobytes()
        inner = cut.row_range(0, (stop - start) // 2)[2]
        half = values[start : start + (stop - start) // 2]
        assert decoded(kernel, stored, inner).tobytes() == half.tobytes()


def test_rows_need_all_stored_bytes() -> None:
    begin, end, cut = DictionaryPlanes((5, 3)).row_range(2, 4)
    assert (begin, end) == (0, MAX_BYTES)
    assert cut == DictionaryPlanes((2, 3), first=6, total=15)


@each_kernel
def test_float64_is_rounded_to_float32(kernel: Any) -> None:
    values = np.array([0.1, 1e300, -1e-60])
    with np.errstate(over="ignore"):
        expected = values.astype(np.float32)
    parameters = DictionaryPlanes((3,))
    stored = kernel.encode(values, parameters)
    assert decoded(kernel, stored, parameters).tobytes() == expected.tobytes()


SPEC = """
meta: {id: planes, endian: le}
seq:
  - {id: values, size-eos: true, -array: {dtype: f4, shape: [2]}, -codec: [dictionary_planes]}
"""


@pytest.mark.parametrize("value", [0.1, 2**60 + 1])
def test_what_float32_has_not_is_an_error_of_the_field(tmp_path: Path, value: float) -> None:
    path = tmp_path / "planes.ksy"
    path.write_text(SPEC, encoding="utf-8")
    record = record_class(quire.compile(path)).build(values=np.array([0, value]))
    with pytest.raises(quire.FormatError) as error:
        record.to_bytes()
    assert isinstance(error.value, EncodingError)
    expected = f"planes: values: expected values that float32 has, found {value} at flat index 1"
    assert str(error.value).startswith(expected)


def put(at: int, *data: int) -> Callable[[bytes], bytes]:
    """Change bytes."""
    return lambda stored: stored[:at] + bytes(data) + stored[at + len(data) :]


DAMAGE = [
    (lambda stored: stored[:7], 0, "at least 8 bytes"),
    (put(0, 5), 0, "4 values"),
    (put(4, 0), 4, "1 to 8 bits"),
    (put(7, 9), 7, "1 to 8 bits"),
    (put(8, 5), 8, "a dictionary of 1 to 4 bytes"),
    (put(8, 0), 8, "a dictionary of 1 to 4 bytes"),
    (put(8, 0, 1), 8, "a dictionary of 1 to 4 bytes"),
    (lambda stored: stored[:9], 8, "the size of a dictionary"),
    (lambda stored: stored[:-1], len(STORED) - 1, "1 bytes of codes"),
    (lambda stored: stored + b"x", len(STORED), "the end of the payload"),
    (put(13, 0b00_11_00_10), 13, "codes below 3"),
    (put(17, 0b0010_0000), 17, "codes below 1"),
    (put(len(STORED) - 1, 0b00_01_10_11), len(STORED) - 1, "codes below 3"),
]


@each_kernel
@pytest.mark.parametrize(("damage", "index", "expected"), DAMAGE)
def test_what_means_nothing_is_refused_where_it_is_and_nothing_is_written(
    kernel: Any, damage: Callable[[bytes], bytes], index: int, expected: str
) -> None:
    stored, out = np.frombuffer(damage(STORED), np.uint8), np.full((2, 2), 0.5, np.float32)
    with pytest.raises(StoredError) as caught:
        kernel.decode(stored, out, FOUR)
    assert caught.value.index == index
    assert expected in caught.value.expected
    assert (out == 0.5).all()


@each_kernel
def test_any_change_of_a_byte_is_refused_or_gives_other_values(kernel: Any) -> None:
    for at in range(len(STORED)):
        for bit in range(8):
            changed = put(at, STORED[at] ^ 1 << bit)(STORED)
            try:
                FOUR.check(np.frombuffer(changed, np.uint8))
                found = decoded(kernel, changed, FOUR)
            except StoredError:
                continue
            assert found.shape == (2, 2)


def test_more_values_than_the_layout_counts_are_refused() -> None:
    with pytest.raises(ParameterError, match="at most 4294967295 values"):
        DictionaryPlanes((2**16, 2**16))


@each_kernel
@pytest.mark.parametrize("index", [0, 7, 8, 4095, 4096, 8191, 9998])
@pytest.mark.parametrize("bits", [2, 5, 8])
def test_a_code_without_a_meaning_is_found_wherever_it_is(
    kernel: Any, bits: int, index: int
) -> None:
    count, size = 9999, 2**bits - 1
    parameters = DictionaryPlanes((count,))
    random = np.random.default_rng(bits)
    words = np.resize(random.permutation(size).astype(np.uint32), count)
    stored = bytearray(kernel.encode(words.view(np.float32), parameters))
    start = 8 + 2 + size
    codes = int.from_bytes(stored[start : start + -(-count * bits // 8)], "big")
    spare = -count * bits % 8
    codes |= (2**bits - 1) << (spare + bits * (count - 1 - index))
    stored[start : start + -(-count * bits // 8)] = codes.to_bytes(-(-count * bits // 8), "big")
    with pytest.raises(StoredError) as caught:
        decoded(kernel, bytes(stored), parameters)
    assert caught.value.index == start + index * bits // 8
    assert caught.value.found == str(2**bits - 1)
    if index:
        before = parameters.row_range(0, index)[2]
        assert decoded(kernel, bytes(stored), before).tobytes() == words[:index].tobytes()
    after = parameters.row_range(index, count)[2]
    with pytest.raises(StoredError):
        decoded(kernel, bytes(stored), after)
