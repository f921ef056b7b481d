"""What callers give that is no array: choices, lists of texts, whole numbers."""

from __future__ import annotations

import numpy as np
import pytest

from quire.kernels.engine.given import expect_list, expect_one_of, whole_number


def test_a_choice_that_there_is_not_is_told_with_those_that_there_are() -> None:
    expect_one_of("b", ("a", "b"), "mode")
    with pytest.raises(ValueError, match=r"^mode: expected a, b or c, found 'd'$"):
        expect_one_of("d", ("a", "b", "c"), "mode")
    with pytest.raises(ValueError, match=r"^mode: expected a, found None$"):
        expect_one_of(None, ("a",), "mode")


def test_one_text_is_no_list_of_texts() -> None:
    expect_list(("ab",), "words", "words")
    for nothing in (None, 1.5):
        with pytest.raises(TypeError, match=r"^words: expected a list of words, found \w+$"):
            expect_list(nothing, "words", "words")
    with pytest.raises(TypeError, match=r"^words: expected a list of words, found a single text$"):
        expect_list("ab", "words", "words")


def test_a_number_below_the_least_is_refused() -> None:
    assert whole_number(np.int8(1), "workers", least=1) == 1
    with pytest.raises(ValueError, match=r"^workers: expected at least 1, found 0$"):
        whole_number(0, "workers", least=1)
    with pytest.raises(TypeError, match=r"^workers: expected a whole number, found 1.5$"):
        whole_number(1.5, "workers", least=1)
