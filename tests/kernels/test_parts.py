"""A column of texts or bytes gives the same one by one, all together, and as Python cuts it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.kernels.services.tables import parts
from quire.kernels.services.tables.parts import Parts

TEXTS = st.lists(
    st.text("ab\0é東😀", max_size=5) | st.text(st.characters(codec="utf-8"), max_size=9), max_size=9
)


def _column(pieces: list[bytes], gaps: list[bytes], encoding: str) -> Parts:
    """Pieces, each after a gap."""
    blob = b"".join(gap + piece for gap, piece in zip(gaps, pieces, strict=True)) + b"\xffend"
    lengths = np.array([len(piece) for piece in pieces], np.int64)
    ends = np.cumsum(lengths + np.array([len(gap) for gap in gaps], np.int64))
    return Parts(np.frombuffer(blob, np.uint8), ends - lengths, lengths.astype(np.int32), encoding)


@given(
    TEXTS,
    st.sampled_from([b"", b"\0", b"\xff", b"\x05\0\0\0", b"a\0", b"--vector--"]),
    st.sampled_from(["utf-8", "UTF-8", "utf-16-le", ""]),
)
def test_parts_with_as_much_between_each_are_those_that_stand_there(
    texts: list[str], gap: bytes, encoding: str
) -> None:
    pieces = [text.encode(encoding or "utf-8") for text in texts]
    column = _column(pieces, [gap] * len(pieces), encoding)
    expected = texts if encoding else pieces
    assert list(column) == expected
    assert [column[i] for i in range(len(column))] == expected


@given(TEXTS, st.randoms(use_true_random=False))
def test_parts_with_more_and_less_between_are_those_that_stand_there(
    texts: list[str], random: object
) -> None:
    choose = random.choice  # type: ignore[attr-defined]  # of a `Random`
    gaps = [choose([b"", b"\0", b"\0\0", b"xy"]) for _ in texts]
    assert list(_column([text.encode() for text in texts], gaps, "utf-8")) == texts


def test_parts_may_stand_in_any_order_and_in_each_other() -> None:
    blob = np.frombuffer(b"abc-def-ghi", np.uint8)
    for starts in ([8, 4, 0], [0, 1, 2], [0, 0, 4], [0, 4, 4]):
        column = Parts(blob, np.array(starts), np.full(3, 3, np.int32), "utf-8")
        assert list(column) == ["abc-def-ghi"[start : start + 3] for start in starts]


def test_many_parts_are_made_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "TOGETHER", 3)
    texts = [f"text {i}" for i in range(10)]
    assert list(_column([text.encode() for text in texts], [b"\0"] * 10, "utf-8")) == texts


def test_what_is_no_text_is_told_where_it_stands_in_its_part() -> None:
    column = _column([b"ab", b"c\xffd", b"e"], [b"\0"] * 3, "utf-8")
    with pytest.raises(UnicodeDecodeError, match="position 1"):
        list(column)
