"""The independent reader and writer: they agree with the vectors, and with each other."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from tests.formats.cdd.frames import deflate, inflate, lz4_content, lz4_frame
from tests.formats.cdd.layout import (
    D,
    File,
    Layout,
    U,
    chunk,
    file,
    header,
    index_block,
    patched,
    read,
    read_chunk,
    write,
)
from tests.formats.cdd.payloads import (
    BIG_ENDIAN,
    DTYPES,
    NOT_PERFECT,
    SKIP_HASH_CHECK,
    Array,
    rounded,
)
from tests.formats.cdd.samples import DAMAGED, READABLE, SEED, UPSTREAM, Damaged, Sample

few = settings(max_examples=60, deadline=None)
each_layout = pytest.mark.parametrize("layout", [D, U], ids=str)
each_readable = pytest.mark.parametrize("sample", READABLE, ids=str)
each_damaged = pytest.mark.parametrize("damaged", DAMAGED, ids=str)

BYTES = np.arange(5, dtype=np.uint8)


def assert_same(found: Array, expected: Array) -> None:
    assert found.dtype == expected.dtype
    assert found.shape == expected.shape
    assert found.tobytes() == expected.tobytes()


def chunks_of(found: File) -> list[Array]:
    return [each.array for each in found.chunks]


# -- the vectors ---------------------------------------------------------------------------


def test_there_are_as_many_vectors_as_the_lists_say() -> None:
    assert len(UPSTREAM) == 18
    assert len(SEED) == 7
    assert {each.path for each in DAMAGED} == set(DAMAGED[0].path.parent.iterdir())
    assert {each.path for each in READABLE} == {
        path for each in (UPSTREAM, SEED) for path in each[0].path.parent.iterdir()
    }


@each_readable
def test_a_vector_decodes_to_what_is_stated(sample: Sample) -> None:
    found = read(sample.path.read_bytes())
    assert found.layout.name == sample.layout
    assert found.user_metadata == sample.user_metadata
    assert len(found.chunks) == len(sample.expected)
    for each, expected in zip(found.chunks, sample.expected, strict=True):
        assert_same(each.array, expected)


@each_readable
def test_a_vector_is_laid_out_as_stated(sample: Sample) -> None:
    found = read(sample.path.read_bytes())
    for each, stated in zip(found.chunks, sample.chunks, strict=True):
        for key in {"offset", "size", "type", "flags", "payload_offset"} & set(stated):
            assert getattr(each, key) == stated[key]
        if "hash" in stated:
            assert each.hash.hex() == stated["hash"]
    starts = [(each.offset, each.type) for each in found.index_blocks]
    assert starts == [(each["offset"], each["type"]) for each in sample.index_blocks]


@pytest.mark.parametrize("sample", UPSTREAM, ids=str)
def test_index_blocks_of_the_original_are_as_stated(sample: Sample) -> None:
    for each, stated in zip(
        read(sample.path.read_bytes()).index_blocks, sample.index_blocks, strict=True
    ):
        assert each.size == stated["size"]
        assert each.next == stated["next"]
        assert len(each.entries) == stated["capacity"]
        assert sum(map(bool, each.entries)) == stated["used"]


@each_readable
def test_the_parts_of_a_vector_are_those_that_the_builders_make(sample: Sample) -> None:
    data = sample.path.read_bytes()
    found = read(data)
    layout, capacity = found.layout, found.capacity
    assert data.startswith(header(layout, capacity)[:10])
    for each in found.chunks:
        half = bool(each.flags & NOT_PERFECT)
        zeros = () if each.shape[-1:] == (0,) and layout is U else (0,)
        built = chunk(
            layout,
            each.array,
            each.type,
            half=half,
            flags=each.flags,
            payload=each.payload,
            shape=(*each.shape, *zeros),
        )
        assert built == data[each.offset : each.offset + each.size]
    for block in found.index_blocks:
        if block.type == layout.raw:
            entries = [entry for entry in block.entries if entry]
            built = index_block(layout, capacity, entries, block.next)
            assert built == data[block.offset : block.offset + block.size]


def test_only_arrays_that_end_in_a_dimension_of_0_are_misread_by_the_original() -> None:
    for sample in UPSTREAM:
        ends = [i for i, array in enumerate(sample.expected) if array.shape[-1:] == (0,)]
        assert sample.misread == set(ends)


# -- the damaged ones ----------------------------------------------------------------------


@each_damaged
def test_a_damaged_vector_is_refused_where_the_damage_is(damaged: Damaged) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        read(damaged.path.read_bytes())
    assert str(caught.value).startswith(f"{damaged.place} at byte {damaged.offset}: {damaged.says}")


@each_damaged
def test_the_other_chunks_of_a_damaged_vector_are_whole(damaged: Damaged) -> None:
    data = damaged.path.read_bytes()
    for i, stated in enumerate(damaged.source.chunks):
        if i in damaged.whole:
            found = read_chunk(data, U, stated["offset"])
            assert_same(found.array, damaged.source.expected[i])
        else:
            with pytest.raises(ValueError, match="at byte"):
                read_chunk(data, U, stated["offset"])


@each_damaged
def test_a_damaged_vector_is_its_source_but_for_the_damage(damaged: Damaged) -> None:
    good, bad = damaged.source.path.read_bytes(), damaged.path.read_bytes()
    differing = [i for i, (a, b) in enumerate(zip(good, bad, strict=False)) if a != b]
    assert len(differing) <= 8
    assert differing or len(bad) < len(good)


@pytest.mark.parametrize("sample", [SEED[2], UPSTREAM[2]], ids=str)
@given(data=st.data())
@few
def test_no_changed_byte_is_answered_with_anything_but_a_value_error(
    sample: Sample, data: st.DataObject
) -> None:
    good = sample.path.read_bytes()
    at = data.draw(st.integers(0, 300))
    bad = patched(good, at, "B", data.draw(st.integers(0, 255)))
    end = data.draw(st.integers(len(bad) - 2000, len(bad)))
    with suppress(ValueError):
        read(bad[:end])


# -- what the writer writes ----------------------------------------------------------------

plain_dtypes = st.sampled_from([dtype for code, dtype in DTYPES.items() if code < 12])
capacities = st.integers(2, 9)


def arrays_of(dtype: Any, shape: Any) -> st.SearchStrategy[Array]:
    """Arrays of any bytes, NaN of any kind among them."""
    size = np.dtype(dtype).itemsize
    words = arrays.arrays(f"<u{size}", shape, elements=st.integers(0, 256**size - 1))
    return words.map(lambda array: array.view(dtype))


sides = st.integers(1, 6)
plain = st.tuples(
    plain_dtypes.flatmap(lambda dtype: arrays_of(dtype, arrays.array_shapes(min_dims=0))),
    st.sampled_from([0, 1]),
)


def books(*types: int, depth: Any = sides, features: Any = sides) -> Any:
    """Order books with one of the types."""
    shapes = st.tuples(sides, depth, features)
    return st.tuples(arrays_of("<f4", shapes), st.sampled_from(types))


okx = {"depth": st.just(50), "features": st.just(3)}
d_chunks = plain | books(4) | books(2, 3, **okx)
u_chunks = (
    plain.map(lambda pair: (pair[0], pair[1] + 1))
    | books(7, 8)
    | books(3, 4, **okx)
    | st.tuples(arrays_of("<f4", st.tuples(sides)), st.sampled_from([9, 10]))
    | st.tuples(arrays_of("<i8", st.tuples(sides)), st.sampled_from([11, 12]))
    | st.tuples(arrays_of("<f4", st.tuples(sides, sides)), st.sampled_from([13, 14]))
    | st.tuples(arrays_of("<i8", st.tuples(sides, sides)), st.just(15))
)


@pytest.mark.parametrize(("layout", "one"), [(D, d_chunks), (U, u_chunks)], ids=["D", "U"])
@given(data=st.data(), capacity=capacities, packed=st.booleans(), metadata=st.binary(max_size=9))
@few
def test_what_is_written_is_read(
    layout: Layout,
    one: st.SearchStrategy[tuple[Array, int]],
    *,
    data: st.DataObject,
    capacity: int,
    packed: bool,
    metadata: bytes,
) -> None:
    given_ones = data.draw(st.lists(one, max_size=10))
    written = write(layout, given_ones, capacity=capacity, packed=packed, user_metadata=metadata)
    found = read(written)
    assert (found.layout, found.capacity, found.user_metadata) == (layout, capacity, metadata)
    assert [each.type for each in found.chunks] == [number for _, number in given_ones]
    for each, (array, number) in zip(found.chunks, given_ones, strict=True):
        half = layout.kinds[number].half
        assert_same(each.array, rounded(array) if half else array)


def test_rows_of_binance_have_their_own_shape() -> None:
    array = np.random.default_rng(0).random((3, 256, 8), np.float32)
    half, whole = read(write(U, [(array, 5), (array, 6)])).chunks
    assert_same(half.array, rounded(array))
    assert_same(whole.array, array)
    with pytest.raises(ValueError, match=r"chunks\[0\].shape"):
        read(write(U, [(array[:, :255], 6)]))


def test_a_flag_makes_the_generic_books_of_d_halves() -> None:
    array = np.random.default_rng(0).random((3, 4, 5), np.float32)
    (found,) = read(file(D, [chunk(D, array, 4, half=True)])).chunks
    assert_same(found.array, rounded(array))


@each_layout
@pytest.mark.parametrize("count", [0, 1, 29, 30, 31, 60, 61, 100])
def test_a_chain_has_as_many_blocks_as_it_needs(layout: Layout, count: int) -> None:
    capacity = 30 + (layout is D)
    data = file(layout, [chunk(layout, BYTES, layout.raw)] * count, capacity=capacity, packed=True)
    found = read(data)
    assert len(found.chunks) == count
    assert len(found.index_blocks) == max(-(-count // 30), 1)
    *sealed, last = found.index_blocks
    assert last.type == layout.raw
    assert all(block.type == layout.packed for block in sealed)
    assert last.next == 0


def test_an_array_without_elements_is_written_with_the_zero_after_it() -> None:
    empty = [np.empty(shape, np.float32) for shape in [(5, 0), (0,), (0, 5)]]
    found = read(write(U, [(array, number) for array in empty for number in (1, 2)]))
    assert [each.shape for each in found.chunks[::2]] == [(5, 0), (0,), (0, 5)]


@each_layout
def test_a_wrong_hash_is_told_without_checking(layout: Layout) -> None:
    bad = chunk(layout, BYTES, layout.raw, hash=bytes(layout.hash_size))
    with pytest.raises(ValueError, match=r"chunks\[1\]\.hash"):
        read(file(layout, [chunk(layout, BYTES, layout.raw), bad]))
    found = read(file(layout, [chunk(layout, BYTES, layout.raw), bad]), check=False)
    assert [each.hash_ok for each in found.chunks] == [True, False]


@each_layout
def test_a_flag_turns_the_check_off(layout: Layout) -> None:
    unchecked: dict[str, Any] = {
        "hash": bytes(layout.hash_size),
        "flags": SKIP_HASH_CHECK | BIG_ENDIAN,
    }
    (found,) = read(file(layout, [chunk(layout, BYTES, layout.raw, **unchecked)])).chunks
    assert_same(found.array, BYTES)


FAULTS: dict[str, dict[str, Any]] = {
    "size": {"size": 1 << 31},
    "type": {"type": 16},
    "dtype": {"dtype": 13},
    "shape": {"shape": (5, 1)},
    "data": {"payload": b"1234"},
}


@each_layout
@pytest.mark.parametrize("name", FAULTS)
def test_a_field_that_is_wrong_is_named(layout: Layout, name: str) -> None:
    with pytest.raises(ValueError, match=rf"chunks\[0\]\.{name} at byte"):
        read(file(layout, [chunk(layout, BYTES, layout.raw, **FAULTS[name])]))


@each_layout
@pytest.mark.parametrize("name", ["size", "type", "hash"])
def test_a_field_of_an_index_block_that_is_wrong_is_named(layout: Layout, name: str) -> None:
    wrong = {"size": 7, "type": 7, "hash": bytes(layout.hash_size)}[name]
    fields: dict[str, Any] = {name: wrong}
    with pytest.raises(ValueError, match=rf"index_blocks\[0\]\.{name} at byte"):
        read(header(layout) + index_block(layout, 8, **fields))


# -- frames --------------------------------------------------------------------------------


@given(content=st.binary(max_size=300), repeats=st.integers(1, 40), zeros=st.integers(0, 9))
@few
def test_an_lz4_frame_is_read_up_to_its_end(content: bytes, repeats: int, zeros: int) -> None:
    content *= repeats
    assert lz4_content(lz4_frame(content) + bytes(zeros), len(content)) == content


@pytest.mark.parametrize("cut", [1, 4, 6, 20])
def test_an_lz4_frame_that_is_cut_is_refused(cut: int) -> None:
    with pytest.raises(ValueError, match="LZ4"):
        lz4_content(lz4_frame(bytes(100))[:-cut], 100)


def test_a_zstd_frame_must_be_whole_and_alone() -> None:
    frame = deflate(bytes(100))
    assert inflate(frame, 100) == inflate(deflate(bytes(100), sized=False), 100) == bytes(100)
    for bad in (frame[:-1], frame + b"x", frame + frame, b"", b"not a frame"):
        with pytest.raises(ValueError, match="zstd"):
            inflate(bad, 100)
    with pytest.raises(ValueError, match="not of 99"):
        inflate(frame, 99)
