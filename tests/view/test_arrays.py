"""What arrays look like, small."""

from __future__ import annotations

from base64 import b64decode
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from quire.view.arrays import SIDE, preview, stored_as


def pixels(image: dict[str, Any]) -> NDArray[np.uint8]:
    stored = np.frombuffer(b64decode(image["pixels"]), np.uint8)
    return stored.reshape(image["h"], image["w"], image["channels"])


@pytest.mark.parametrize(
    "values",
    [
        np.array([0.0, 5e-324]),
        np.array([-1.7e308, 1.7e308, 0.0] * 10),
        np.array([1e-310, 3e-310, np.nan, np.inf]),
        np.array([2**64 - 1, 0, 2**63], np.uint64),
        np.array([-(2**63), 2**63 - 1]),
        np.array([True, False, True]),
        np.full(100, 7, np.int8),
        np.array([np.nan, np.inf]),
        np.array([1, 2, 65504], np.float16),
        np.zeros((0, 4), np.float32),
    ],
    ids=str,
)
def test_all_values_are_counted_whatever_they_are(values: NDArray[Any]) -> None:
    made = preview(values)
    finite = int(np.isfinite(values).sum())
    assert sum(made.get("counts", [])) == finite
    assert len(made.get("first", [])) == min(values.size, 48)


def test_counts_are_of_equal_stretches() -> None:
    assert preview(np.array([3, 3, 5, 6, 6, 6]))["counts"] == [2, 0, 1, 3]
    made = preview(np.arange(4800) / 4800)
    assert made["counts"] == [100] * 48
    assert made["mean"] == "0.499896"


def test_an_image_of_bytes_is_shown_as_it_is() -> None:
    colours = np.random.default_rng(1).integers(0, 256, (20, 30, 3), np.uint8)
    assert np.array_equal(pixels(preview(colours)["image"]), colours)


def test_a_large_image_is_made_small_by_leaving_pixels_out() -> None:
    grey = np.arange(1000 * 500, dtype=np.int32).reshape(1000, 500)
    image = preview(grey)["image"]
    assert max(image["w"], image["h"]) <= SIDE
    small = pixels(image)[:, :, 0]
    assert small[0, 0] == 0
    assert (np.diff(small[:, 0].astype(int)) > 0).all()


def test_grey_with_alpha_keeps_its_alpha() -> None:
    array = np.zeros((4, 4, 2), np.uint8)
    array[..., 0], array[..., 1] = 200, 99
    assert pixels(preview(array)["image"])[0, 0].tolist() == [200, 200, 200, 99]


def test_a_curve_has_the_least_and_the_greatest_of_each_stretch() -> None:
    values = np.zeros(24_000, np.int16)
    values[150], values[250] = 1000, -500
    (curve,) = preview(values)["curves"]
    assert len(curve) == 240
    assert [curve[1], curve[2], curve[3]] == [[0.0, 1.0], [-0.5, 0.0], [0.0, 0.0]]


def test_an_array_that_is_too_large_is_not_decoded() -> None:
    class Huge:
        dtype, shape, stored_size = "float32", (1 << 20, 1 << 20), 100

        def decode(self) -> None:
            raise AssertionError

    assert "larger than 64 MiB" in preview(Huge())["note"]


def test_elements_are_told_of_what_stands_there_as_it_is() -> None:
    array = np.arange(10, dtype=">i2")
    assert stored_as(array, memoryview(array.tobytes())) == ">i2"
    assert stored_as(array, memoryview(array.astype("<i2").tobytes())) == ""
    assert stored_as(array, memoryview(b"123")) == ""
