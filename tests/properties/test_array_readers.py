"""What looks like an array of numpy is indexed, iterated over, converted and copied as one.

Each test is run for every row of `readers.READERS`.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from tests.properties.readers import READERS, Array, Opened

few = settings(deadline=None, max_examples=50)


@pytest.fixture(scope="module", params=READERS, ids=lambda open_it: open_it.__name__)
def opened(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """A reader, and the array that it has to be like."""
    open_it: Callable[[Path], Opened] = request.param
    return open_it(tmp_path_factory.mktemp("readers"))


def same(found: Any, expected: Array) -> None:
    """Equal in shape, dtype and values; what stays encoded is decoded."""
    found = np.asarray(found)
    assert found.shape == expected.shape
    assert found.dtype == expected.dtype
    assert np.array_equal(found, expected)


def agree(reader: Any, array: Array, index: Any) -> None:
    """Both give the same, or both refuse the index."""
    try:
        expected = array[index]
    except IndexError:
        with pytest.raises(IndexError):
            reader[index]
        return
    try:
        found = reader[index]
    except IndexError:
        assert not expected.size  # out of range, where numpy looks at nothing and says nothing
    else:
        same(found, expected)


@st.composite
def indices(draw: st.DrawFn, shape: tuple[int, ...]) -> Any:
    """What numpy takes as an index, and some that is out of range or none at all."""
    count = shape[0]
    numbers = st.integers(-count - 2, count + 1)
    listed = st.lists(numbers, max_size=6)
    rows = (
        numbers
        | numbers.map(np.int16)
        | numbers.map(np.array)
        | st.slices(count)
        | st.builds(slice, numbers, numbers, st.sampled_from([None, -3, -1, 1, 2, 50]))
        | listed
        | listed.map(lambda found: np.array(found, np.int32))
        | hnp.arrays(np.int64, (2, 3), elements=numbers)
        | hnp.arrays(np.bool_, count)
        | hnp.arrays(np.bool_, shape)
        | hnp.arrays(np.bool_, count - 1)
        | st.just(...)
        | st.none()
        | st.booleans()
        | st.sampled_from([1.0, "1", np.array([0.5]), {}, np.array([])])
    )
    others = st.integers(-4, 4) | st.slices(4) | st.lists(st.integers(-2, 1), max_size=3)
    return draw(
        rows
        | st.tuples(rows)
        | st.tuples(rows, others)
        | st.tuples(st.just(...), others)
        | st.tuples(rows, st.just(...), others)
        | st.tuples(st.none(), rows, others)
        | hnp.basic_indices(shape, allow_newaxis=True)
        | hnp.integer_array_indices(shape)
        | st.just(())
    )


@few
@given(data=st.data())
def test_an_index_means_what_it_means_to_numpy(opened: Opened, data: st.DataObject) -> None:
    reader, array = opened
    agree(reader, array, data.draw(indices(array.shape)))


@pytest.mark.parametrize(
    "index",
    [
        -1,
        slice(None, None, -1),
        slice(17, 3, -4),
        slice(3, 3),
        slice(0, 99, 7),
        [],
        [3, 3, -1],
        np.zeros(22, bool),
        (Ellipsis, 0),
        (None, 4),
        22,
        -23,
        [0, 22],
        np.ones(21, bool),
        (0,) * 9,
        ([22], []),
        2**70,
    ],
    ids=repr,
)
def test_indices_that_are_easily_got_wrong(opened: Opened, index: Any) -> None:
    reader, array = opened
    agree(reader, array, index)


def test_shape_dtype_length_and_rows_are_those_of_the_array(opened: Opened) -> None:
    reader, array = opened
    assert tuple(reader.shape) == array.shape
    assert reader.dtype == array.dtype
    assert reader.ndim == array.ndim
    assert len(reader) == len(array)
    for _ in range(2):
        rows = list(reader)
        assert len(rows) == len(array)
        for found, expected in zip(rows, array, strict=True):
            same(found, expected)


def test_numpy_takes_all_of_it(opened: Opened) -> None:
    reader, array = opened
    same(np.asarray(reader), array)
    same(np.array(reader, copy=True), array)
    same(np.asarray(reader, np.float64), array.astype(np.float64))
    same(np.concatenate([reader, reader]), np.concatenate([array, array]))
    if not isinstance(reader, np.ndarray):
        with pytest.raises(ValueError, match="copy"):
            np.array(reader, copy=False)


def test_what_is_decoded_is_the_callers(opened: Opened) -> None:
    reader, array = opened
    if isinstance(reader, np.ndarray):
        pytest.skip("an array of numpy gives views")
    for index in (0, slice(None), [1, 2], slice(None, None, 2)):
        found = np.asarray(reader[index])
        found[...] = 77
    same(np.asarray(reader), array)


def pickled(reader: Any) -> Any:
    """A reader that went through a pickle."""
    return pickle.loads(pickle.dumps(reader))  # noqa: S301  # made here


@pytest.mark.parametrize("again", [pickled, copy.deepcopy, copy.copy])
def test_a_copy_is_like_the_array(opened: Opened, again: Callable[[Any], Any]) -> None:
    reader, array = opened
    found = again(reader)
    assert type(found) is type(reader)
    same(np.asarray(found), array)
    agree(found, array, slice(4, 9))
