"""Whatever bytes come in: a tensor, or a `FormatError` that says where; and little memory."""

from __future__ import annotations

import json
import tracemalloc
import zlib
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quire
from quire import tiers
from quire.generated.tiers import Tiers
from tests.cases import assert_complete
from tests.formats.tiers.layout import MIXED, SINGLE, TWO_LEVEL, File, laid_out

ARRAY = np.random.default_rng(1).standard_normal((5, 70)).astype(np.float32)
ARRAY[2, :2] *= 1000


FILES = {
    "hot": laid_out(tiers.quantize(ARRAY, 8)),
    "warm": laid_out(tiers.quantize(ARRAY, 7, 32), b'{"name":"a"}'),
    "aggressive": laid_out(tiers.quantize(ARRAY, 5, 100)),
    "cold": laid_out(tiers.quantize(ARRAY, 3, two_level=False)),
    "two_level": laid_out(tiers.quantize(ARRAY, 3, two_level=True)),
    "mixed": laid_out(tiers.quantize(ARRAY, 3)),
    "absent": File(0, SINGLE, (5, 70), 64, b"{}", b"", b""),
    "delta": File(
        0, SINGLE, (5,), 64, b'{"reconstruct":{"policy":"delta","source":"a"}}', b"", b""
    ),
}
each_file = pytest.mark.parametrize("name", FILES)
each_kept = pytest.mark.parametrize("name", [name for name in FILES if FILES[name].num_bits])


def outcome(data: bytes) -> Any:
    """What loading gives: a tensor, or the error."""
    try:
        found = tiers.load_tensor(data)
        with tiers.open_tensor(data) as file:
            assert all(isinstance(note, str) for note in file.verify())
            if file.shape and len(file):
                half = len(file) // 2
                assert np.array_equal(file[half], found[half], equal_nan=True)
    except quire.FormatError as error:
        return error
    return found


def refused(file: File, path: str, offset: int | None = None) -> quire.FormatError:
    """The error of a file, which is for this field and has a place."""
    data = file.write()
    error = outcome(data)
    assert isinstance(error, quire.FormatError), error
    assert_complete(error, len(data))
    assert error.path == path, error
    if offset is not None:
        assert error.offset == offset, error
    return error


def test_the_layout_of_this_page_is_that_of_the_format() -> None:
    assert FILES["mixed"].bitmap
    for name, file in FILES.items():
        if file.num_bits:
            quantized = tiers.QuantizedArray(
                np.frombuffer(file.blocks, np.uint8),
                tuple(file.shape),
                file.num_bits,
                file.block_size,
                file.mode == TWO_LEVEL,
                file.bitmap,
            )
            metadata = json.loads(file.metadata)
            assert tiers.pack_tensor(quantized, metadata=metadata) == file.write(), name
            assert np.array_equal(outcome(file.write()), quantized.dequantize())
    reconstruct = tiers.Reconstruct("delta", "a")
    for tensor, file in (
        (tiers.AbsentTensor((5, 70)), FILES["absent"]),
        (tiers.AbsentTensor((5,), reconstruct), FILES["delta"]),
    ):
        assert tiers.pack_tensor(tensor) == file.write()
    assert isinstance(outcome(FILES["delta"].write()), tiers.ReconstructionNeeded)


@each_file
def test_a_file_that_is_cut_is_refused_wherever_it_is(name: str) -> None:
    data = FILES[name].write()
    for end in range(len(data)):
        error = outcome(data[:end])
        assert isinstance(error, quire.FormatError)
        assert_complete(error, end)


@each_file
def test_nothing_may_follow(name: str) -> None:
    for behind in (b"\0", b"\0" * 64, b"x" * 5):
        refused(replace(FILES[name], behind=behind), "end")


@each_file
@pytest.mark.parametrize(
    ("field", "value", "path", "offset"),
    [
        ("magic", b"QTIS", "magic", 0),
        ("magic", b"qtir", "magic", 0),
        ("version", 0, "version", 4),
        ("version", 2, "version", 4),
        ("num_bits", 1, "num_bits", 5),
        ("num_bits", 4, "num_bits", 5),
        ("num_bits", 9, "num_bits", 5),
        ("num_bits", 255, "num_bits", 5),
        ("mode", 3, "mode", 6),
        ("mode", 255, "mode", 6),
        ("rank", 65, "shape", 12),
        ("rank", 255, "shape", 12),
        ("block_size", 0, "block_size", 8),
        ("len_metadata", 2**32 - 1, "metadata", None),
    ],
)
def test_a_header_that_is_wrong_is_refused(
    name: str, field: str, value: Any, path: str, offset: int | None
) -> None:
    refused(replace(FILES[name], **{field: value}), path, offset)


@each_file
@pytest.mark.parametrize("num_bits", [0, 3, 5, 7, 8])
@pytest.mark.parametrize("mode", [SINGLE, TWO_LEVEL, MIXED])
def test_the_header_of_other_blocks_is_refused(name: str, num_bits: int, mode: int) -> None:
    file = FILES[name]
    if (num_bits, mode) == (file.num_bits, file.mode):
        return
    data = replace(file, num_bits=num_bits, mode=mode, checksum=0).write()
    error = outcome(data)
    assert isinstance(error, quire.FormatError)
    assert_complete(error, len(data))


@each_kept
@pytest.mark.parametrize(
    "shape",
    [
        (),
        (70, 4),
        (0, 70),
        (5, 71),
        (2**62, 1),
        (2**63, 1),
        (2**64 - 1, 2**64 - 1),
        (1 << 40, 1 << 20),
        (0, 2**62),
        (5, 70, 0),
        (5, 70, 2),
        (1,) * 64,
        (2**32,) * 64,
    ],
    ids=str,
)
def test_a_shape_that_does_not_fit_is_refused(name: str, shape: tuple[int, ...]) -> None:
    file = replace(FILES[name], shape=shape)
    error = refused_anywhere(file)
    assert error.path.startswith("blocks")
    assert error.offset == len(file.write()) - 4 - len(file.blocks)


def refused_anywhere(file: File) -> quire.FormatError:
    data = file.write()
    error = outcome(data)
    assert isinstance(error, quire.FormatError), error
    assert_complete(error, len(data))
    return error


@each_kept
@pytest.mark.parametrize("block_size", [1, 31, 33, 50, 2**32 - 1])
def test_another_size_of_blocks_is_refused(name: str, block_size: int) -> None:
    assert refused_anywhere(replace(FILES[name], block_size=block_size)).path.startswith("blocks")


@each_file
@pytest.mark.parametrize("change", [-1, 1, 64, 2**40, 2**63])
def test_a_length_of_blocks_that_is_wrong_is_refused(name: str, change: int) -> None:
    length = len(FILES[name].blocks) + change
    if length >= 0:
        refused_anywhere(replace(FILES[name], len_blocks=length))


@each_kept
@pytest.mark.parametrize("checksum", [0, 2**32 - 1])
def test_a_checksum_that_is_wrong_is_refused(name: str, checksum: int) -> None:
    error = refused(replace(FILES[name], checksum=checksum), "blocks")
    assert isinstance(error, quire.ChecksumError)


@each_kept
def test_each_bit_of_the_blocks_is_under_the_checksum(name: str) -> None:
    file = FILES[name]
    checksum = zlib.crc32(file.blocks)
    for place in range(0, 8 * len(file.blocks), 7):
        blocks = bytearray(file.blocks)
        blocks[place // 8] ^= 1 << place % 8
        found = outcome(replace(file, blocks=bytes(blocks), checksum=checksum).write())
        assert isinstance(found, quire.ChecksumError)


# -- the bit map -----------------------------------------------------------------------------------


@pytest.mark.parametrize("bitmap", [b"", b"\0\0", b"\4\0\0\0", bytes(1000)])
def test_a_bit_map_of_another_length_is_refused(bitmap: bytes) -> None:
    refused_anywhere(replace(FILES["mixed"], bitmap=bitmap))


@pytest.mark.parametrize("bit", [6, 7])
def test_bits_behind_the_last_block_are_refused(bit: int) -> None:
    file = FILES["mixed"]
    assert len(file.bitmap) == 1
    error = refused(
        replace(file, bitmap=bytes([file.bitmap[0] | 1 << bit])), "blocks.two_level_blocks"
    )
    assert error.expected == "zeros after the first 6 bits"


@pytest.mark.parametrize("bit", range(6))
def test_other_bits_do_not_go_with_the_blocks(bit: int) -> None:
    file = FILES["mixed"]
    refused(replace(file, bitmap=bytes([file.bitmap[0] ^ 1 << bit])), "blocks")


@pytest.mark.parametrize("name", [name for name in FILES if name != "mixed"])
def test_a_bit_map_is_for_mixed_blocks_alone(name: str) -> None:
    refused(replace(FILES[name], bitmap=b"\0"), "len_two_level_blocks")


# -- metadata --------------------------------------------------------------------------------------


@each_file
@pytest.mark.parametrize(
    "metadata",
    [
        b"",
        b"{",
        b"[]",
        b"1",
        b"null",
        b'{"a":1,"a":2}',
        b"\xff{}",
        b"[" * 100_000,
        b'{"reconstruct":1}',
        b'{"reconstruct":{}}',
        b'{"reconstruct":{"policy":"delta"}}',
        b'{"reconstruct":{"policy":"magic","source":"a"}}',
        b'{"reconstruct":{"policy":"factor","source":7}}',
        b'{"a":' + b"9" * 5000 + b"}",
    ],
    ids=lambda text: repr(text[:40]),
)
def test_metadata_that_is_none_is_refused(name: str, metadata: bytes) -> None:
    error = refused_anywhere(replace(FILES[name], metadata=metadata))
    assert error.path.startswith("metadata")


def test_a_policy_of_a_tensor_that_is_kept_is_not_needed() -> None:
    metadata = FILES["delta"].metadata
    found = outcome(replace(FILES["hot"], metadata=metadata).write())
    assert np.array_equal(found, outcome(FILES["hot"].write()))


# -- memory ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("num_bits", [0, 3, 5, 7, 8])
@pytest.mark.parametrize("mode", [SINGLE, MIXED])
@pytest.mark.parametrize(
    "shape",
    [(2**40,), (2**61,), (2**32, 2**29), (2**24 + 1,), (2**20,) * 3, (1, 2**50), (2**63 - 1, 0)],
    ids=str,
)
def test_a_small_file_gets_little_memory(num_bits: int, mode: int, shape: tuple[int, ...]) -> None:
    if mode == MIXED and num_bits != 3:
        return
    bitmap = b"\1" if mode == MIXED else b""
    file = File(num_bits, mode, shape, 2**32 - 1, b"{}", bitmap, b"\0" * (4 if num_bits else 0))
    data = file.write()
    tracemalloc.start()
    error = outcome(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20
    assert isinstance(error, quire.FormatError)
    assert_complete(error, len(data))


def test_the_bit_map_of_a_huge_tensor_gets_little_memory() -> None:
    bitmap = bytes(1 << 20)
    file = File(3, MIXED, (1 << 50,), 1, b"{}", bitmap, b"")
    data = file.write()
    tracemalloc.start()
    error = outcome(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert isinstance(error, quire.FormatError)
    assert peak < 16 * len(data)


# -- junk ------------------------------------------------------------------------------------------


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_damage_is_an_error_or_another_tensor(data: Any) -> None:
    file = data.draw(st.sampled_from(list(FILES.values())))
    written = bytearray(file.write())
    head = len(written) - len(file.blocks)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.one_of(st.integers(0, head - 1), st.integers(0, len(written) - 1)))
        written[place] = data.draw(st.integers(0, 255))
    found = outcome(bytes(written))
    if isinstance(found, quire.FormatError):
        assert_complete(found, len(written))
    else:
        assert found.shape == tuple(Tiers.from_bytes(bytes(written)).shape)


@settings(max_examples=100, deadline=None)
@given(
    junk=st.binary(max_size=200),
    bits=st.sampled_from([0, 3, 5, 7, 8]),
    mode=st.integers(0, 2),
    rank=st.integers(0, 3),
)
def test_junk_behind_a_header_is_an_error_or_a_tensor(
    junk: bytes, bits: int, mode: int, rank: int
) -> None:
    data = b"QTIR\1" + bytes([bits, mode, rank]) + junk
    found = outcome(data)
    if isinstance(found, quire.FormatError):
        assert_complete(found, len(data))


def test_damage_that_seeds_find_is_an_error_or_another_tensor() -> None:
    rng = np.random.default_rng(19)
    written = [np.frombuffer(file.write(), np.uint8) for file in FILES.values()]
    refusals = 0
    for _ in range(3000):
        data = written[rng.integers(len(written))].copy()
        places = rng.integers(0, min(data.size, 100), rng.integers(1, 4))
        data[places] = rng.integers(0, 256, places.size)
        found = outcome(data.tobytes()[: rng.integers(data.size - 3, data.size + 1)])
        refusals += isinstance(found, quire.FormatError)
    assert 1500 < refusals < 3000


def test_what_is_no_bytes_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(TypeError):
        tiers.load_tensor(7)  # type: ignore[arg-type]  # is refused
    with pytest.raises(FileNotFoundError):
        tiers.load_tensor("QTIR")
