"""Texts that are read in one call with the fields around them: what is wrong with one is told."""

from typing import Any

import pytest

import quire

SPEC = """
meta: {id: taken, encoding: UTF-8}
seq:
  - {id: order, type: u1}
  - {id: packed, size: 8, process: xor(0), type: inner}
  - {id: inner, type: inner}
  - {id: guarded, type: guarded, size: 6}
types:
  inner:
    meta:
      endian:
        switch-on: _root.order
        cases: {0: le, _: be}
    seq:
      - {id: number, type: u2}
      - {id: class, type: str, size: 3}
      - {id: last, type: str, size: 3, encoding: ASCII}
  guarded:
    seq:
      - {id: raw, size: 2}
      - {id: pair, type: pair, if: 'raw.to_s("UTF-8") != "--"'}
  pair:
    seq:
      - {id: name, type: str, size: 2}
      - {id: kind, type: str, size: 2}
"""
DATA = b"\x00" + b"\x01\x00abcdef" + b"\x02\x00ghijkl" + b"okwxyz"


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of the files."""
    path = tmp_path_factory.mktemp("taken") / "taken.ksy"
    path.write_text(SPEC)
    return quire.compile(path).Taken


def test_the_texts_are_read(taken: Any) -> None:
    read = taken.from_bytes(DATA)
    assert (read.packed.class_, read.packed.last, read.inner.class_) == ("abc", "def", "ghi")
    assert (read.guarded.pair.name, read.guarded.pair.kind) == ("wx", "yz")


@pytest.mark.parametrize("order", [b"\x00", b"\x01"])
@pytest.mark.parametrize(
    ("wrong", "path", "offset", "encoding", "first"),
    [
        (12, "inner.class", 12, "utf-8", 1),
        (16, "inner.last", 16, "ascii", 2),
        (5, "packed.class", None, "utf-8", 2),
        (19, "guarded.pair.name", 19, "utf-8", 0),
        (22, "guarded.pair.kind", 22, "utf-8", 1),
    ],
)
def test_one_that_is_wrong_has_its_path_and_the_offset_of_its_byte(
    taken: Any, order: bytes, wrong: int, path: str, offset: int | None, encoding: str, first: int
) -> None:
    data = order + DATA[1:wrong] + b"\xff" + DATA[wrong + 1 :]
    with pytest.raises(quire.FormatError) as caught:
        taken.from_bytes(data)
    assert isinstance(caught.value, UnicodeDecodeError)
    error: Any = caught.value
    assert (error.path, error.offset, error.start) == (path, offset, first)
    assert error.expected == f"text in {encoding}"
    assert error.found.startswith("byte 0xff (")
    assert (error.__cause__, error.__suppress_context__) == (None, True)


def test_a_condition_of_bytes_that_are_no_text_is_no_error_of_the_text_behind_it(
    taken: Any,
) -> None:
    with pytest.raises(quire.FormatError) as caught:
        taken.from_bytes(DATA[:17] + b"\xff" + DATA[18:])
    assert caught.value.path == "guarded.pair"
    assert caught.value.expected == "values that its expressions can be computed from"
