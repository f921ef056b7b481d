"""Vectors as text: the same by plain Python and compiled, and what Python makes of numbers."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire.kernels.services import decimals
from quire.kernels.services.decimals import reference

NOT_NUMBERS = (
    *(b"x", b"1_0", b"1e", b"1e+", b".", b"-", b"+-1", b"--1", b"1.2.3", b"0x10", b"e5", b"1,5"),
    *("\u0661".encode(), b"1\0", b"nan(1)", b"1-", b"in", b"infinit", b".e1", b"1e1.5"),
)
NUMBERS = (
    *(b"0", b"-0", b"+1", b".5", b"5.", b"1E5", b"1e+05", b"1e-5", b"00012", b"inf", b"-Infinity"),
    *(b"NaN", b"1e400", b"-1e-400", b"0e999999999", b"1e999999999", b"1e-999999999"),
    *(b"0." + b"0" * 5000 + b"1", b"1" * 5000, b"1" + b"0" * 40 + b"e-40", b"9" * 19, b"9" * 20),
    *(b"18446744073709551615", b"18446744073709551616", b"0.1" + b"0" * 30 + b"1"),
)


def _compiled() -> ModuleType:
    pytest.importorskip("numba", reason="pip install numba")
    return importlib.import_module("quire.kernels.services.decimals.numba")


@pytest.fixture(params=["reference", "numba"])
def parsed(request: pytest.FixtureRequest) -> Any:
    """`parsed(text, columns, rows)`: lines, words and values, as `parse_lines` gives them."""
    if request.param == "numba":
        _compiled()

    def parse(text: bytes, columns: int, rows: int = 100) -> Any:
        out = np.empty((rows, columns), np.float32)
        starts, lengths = np.empty(rows, np.int64), np.empty(rows, np.int64)
        function = decimals if request.param == "numba" else reference
        data = np.frombuffer(text, np.uint8)
        found, end = function.parse_lines(data, columns, out, starts, lengths)
        spans = zip(starts[:found].tolist(), lengths[:found].tolist(), strict=True)
        return [text[start : start + length] for start, length in spans], end, out[:found]

    return parse


def _bits(values: Any) -> Any:
    """Values as they are told apart; NaN are all the same."""
    array = np.array(values, np.float32)
    return np.where(np.isnan(array), np.float32(np.nan), array).view(np.uint32).tolist()


@np.errstate(over="ignore")
def _expected(texts: Sequence[bytes]) -> Any:
    return _bits(np.array([float(text) for text in texts]).astype(np.float32))


def _values(parsed: Any, texts: Sequence[bytes]) -> Any:
    """What numbers are, one in a line."""
    data = b"".join(b"w " + text + b"\n" for text in texts)
    _, end, out = parsed(data, 1, len(texts))
    assert end == len(data)
    return _bits(out[:, 0])


# Parsing


def test_words_and_numbers_stand_between_ascii_white_space(parsed: Any) -> None:
    text = "a 1 2\nb\t3\x0b\x0c4 \r\n\xa0c\xa0d  5 6".encode()
    words, end, out = parsed(text, 2)
    assert words == [b"a", b"b", "\xa0c\xa0d".encode()]
    assert end == len(text)
    assert out.tolist() == [[1, 2], [3, 4], [5, 6]]


def test_a_word_may_be_empty(parsed: Any) -> None:
    words, _, out = parsed(b" 1 2\n", 2)
    assert (words, out.tolist()) == ([b""], [[1, 2]])


def test_no_more_lines_are_parsed_than_there_is_room_for(parsed: Any) -> None:
    words, end, _ = parsed(b"a 1\nb 2\nc 3\n", 1, 2)
    assert (words, end) == ([b"a", b"b"], 8)


@pytest.mark.parametrize("line", [b"\n", b"b\n", b"b 1 2\n", b"  \n", *NOT_NUMBERS])
def test_parsing_stops_at_a_line_that_is_wrong(parsed: Any, line: bytes) -> None:
    line = line if b"\n" in line else b"b " + line + b"\n"
    words, end, _ = parsed(b"a 1\n" + line + b"c 3\n", 1)
    assert (words, end) == ([b"a"], 4)


def test_numbers_are_those_of_python(parsed: Any) -> None:
    assert _values(parsed, NUMBERS) == _expected(NUMBERS)


@settings(deadline=None, max_examples=50)
@given(numbers=st.lists(st.floats(allow_subnormal=True), min_size=1, max_size=40))
def test_numbers_of_float64_are_those_of_python(numbers: list[float]) -> None:
    _compiled()
    texts = [repr(number).encode() for number in numbers]
    for function in (reference, decimals):
        assert _all_values(function, texts) == _expected(texts)


@settings(deadline=None, max_examples=50)
@given(bits=st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=40), digits=st.integers(0, 60))
def test_numbers_between_two_float32_are_those_of_python(bits: list[int], digits: int) -> None:
    _compiled()
    below = np.array(bits, np.uint32).view(np.float32)
    with np.errstate(all="ignore"):
        above = np.nextafter(below, np.float32(np.inf))
        middle = (below.astype(np.float64) + above.astype(np.float64)) / 2
    texts = [f"{number:.{digits}e}".encode() for number in middle.tolist()]
    for function in (reference, decimals):
        assert _all_values(function, texts) == _expected(texts)


def _all_values(function: Any, texts: Sequence[bytes]) -> Any:
    data = np.frombuffer(b"".join(b"w " + text + b"\n" for text in texts), np.uint8)
    out = np.empty((len(texts), 1), np.float32)
    starts, lengths = np.empty(len(texts), np.int64), np.empty(len(texts), np.int64)
    assert function.parse_lines(data, 1, out, starts, lengths) == (len(texts), data.size)
    return _bits(out[:, 0])


@settings(deadline=None, max_examples=200)
@given(text=st.binary(max_size=60) | st.text(" \n\t1.e-+xa", max_size=60).map(str.encode))
def test_both_implementations_parse_the_same(text: bytes) -> None:
    _compiled()
    data, results = np.frombuffer(text, np.uint8), []
    for function in (reference, decimals):
        out, (starts, lengths) = np.zeros((9, 2), np.float32), np.zeros((2, 9), np.int64)
        found, end = function.parse_lines(data, 2, out, starts, lengths)
        spans = np.stack([starts, lengths])[:, :found].tolist()
        results.append((found, end, spans, _bits(out[:found])))
    assert results[0] == results[1]


# Formatting


def _formatted(function: Any, numbers: npt.NDArray[np.float32]) -> list[bytes]:
    return list(function.format_rows(numbers.reshape(-1, 1)))


@pytest.mark.parametrize(
    ("number", "text"),
    [
        *(
            (0, "0.0"),
            (-0.0, "-0.0"),
            (1, "1.0"),
            (-2.5, "-2.5"),
            (0.1, "0.1"),
            (1 / 3, "0.33333334"),
        ),
        *((1e-4, "0.0001"), (9.9999e-5, "9.9999e-05"), (1.5e-5, "1.5e-05"), (1e-10, "1e-10")),
        *((123456.7, "123456.7"), (16777216, "16777216.0"), (1e15, "1000000000000000.0")),
        *((1e16, "1e+16"), (3.4e38, "3.4e+38"), (1e-45, "1e-45"), (9.9999999, "10.0")),
        *((np.inf, "inf"), (-np.inf, "-inf"), (np.nan, "nan")),
    ],
)
def test_numbers_are_written_as_python_writes_its_own(number: float, text: str) -> None:
    _compiled()
    numbers = np.array([number], np.float32)
    assert _formatted(reference, numbers) == [text.encode()]
    assert _formatted(decimals, numbers) == [text.encode()]


@settings(deadline=None)
@given(bits=st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=40))
def test_both_implementations_write_the_same_and_it_comes_back(bits: list[int]) -> None:
    _compiled()
    numbers = np.array(bits, np.uint32).view(np.float32)
    texts = _formatted(decimals, numbers)
    assert texts == _formatted(reference, numbers)
    assert _expected(texts) == _bits(numbers)


def test_powers_of_two_and_their_neighbours_are_written_the_same() -> None:
    _compiled()
    powers = 2.0 ** np.arange(-149, 128)
    powers = powers.astype(np.float32)
    numbers = np.concatenate([powers, np.nextafter(powers, 0), np.nextafter(powers, 1e38)])
    numbers = numbers.astype(np.float32)
    assert _formatted(decimals, numbers) == _formatted(reference, numbers)


def test_rows_that_are_hard_stand_among_others() -> None:
    _compiled()
    rows = np.array([[1, np.inf], [2, 3], [1e-30, 1], [4, 5]], np.float32)
    assert decimals.format_rows(rows) == [b"1.0 inf", b"2.0 3.0", b"1e-30 1.0", b"4.0 5.0"]


@pytest.mark.parametrize("shape", [(0, 3), (2, 0)])
def test_nothing_is_written_as_nothing(shape: tuple[int, int]) -> None:
    _compiled()
    assert decimals.format_rows(np.empty(shape, np.float32)) == [b""] * shape[0]


def test_little_text_does_not_load_numba() -> None:
    program = (
        "import sys, numpy as np\n"
        "from quire.kernels.services import decimals as d\n"
        "n = np.empty(1, np.int64)\n"
        "d.parse_lines(np.frombuffer(b'a 1', np.uint8), 1, np.empty((1, 1), np.float32), n, n)\n"
        "d.format_rows(np.ones((2, 2), np.float32))\n"
        "assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
