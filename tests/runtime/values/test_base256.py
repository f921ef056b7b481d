"""Octal digits and numbers in binary, against what tarfile makes of them."""

from __future__ import annotations

import itertools
import tarfile
from pathlib import Path
from typing import Any

import pytest

import quire

itn, nti = tarfile.itn, tarfile.nti  # type: ignore[attr-defined]  # they are no part of its face

NUMBERS = [
    *range(-3, 4), 511, 512, 8**7 - 1, 8**7, 8**11 - 1, 8**11, 1 << 48, -(1 << 31), (1 << 55) - 1,
]  # fmt: skip  # laid out as a table


def compiled(spec: str, folder: Path) -> Any:
    path = folder / "spec.ksy"
    path.write_text(spec)
    return quire.compile(path)


@pytest.mark.parametrize(("number", "width"), [*itertools.product(NUMBERS, (8, 12))])
def test_numbers_are_stored_and_read_as_by_tarfile(number: int, width: int) -> None:
    stored = itn(number, width, tarfile.GNU_FORMAT)
    name = f"base256-{width}"
    assert int(stored.decode(name), 8) == number == nti(stored)
    digits = f"{number:o}" if number < 0 else f"{number:0{width - 1}o}"
    assert digits.encode(name) == stored


@pytest.mark.parametrize(
    "stored", [b"0000644\0", b"   644 \0", b"644\0\0\0\0\0", b"0644    ", b"00000644", b"        "]
)
def test_digits_stay_as_they_are(stored: bytes) -> None:
    text = stored.decode("base256-8")
    assert (text, text.encode("base256-8")) == (stored.rstrip(b"\0").decode(), stored)


@pytest.mark.parametrize(("most", "number"), [((1 << 62) - 1, 1 << 62), (-(1 << 62), ~(1 << 62))])
def test_a_number_of_more_bits_than_there_is_room_for_is_refused(most: int, number: int) -> None:
    assert f"{most:o}".encode("base256-8").decode("base256-8") == f"{most:o}"
    with pytest.raises(UnicodeEncodeError, match="more than 63 bits"):
        f"{number:o}".encode("base256-8")


@pytest.mark.parametrize("name", ["base256", "base256-0", "base256-1000", "base256-x"])
def test_other_names_are_no_encoding(name: str) -> None:
    with pytest.raises(LookupError):
        "7".encode(name)


SPEC = """
meta: {id: crate, encoding: ASCII}
seq:
  - {id: len_note, type: str, size: 4, terminator: 0, -encoding: base256, encoding: ASCII}
  - {id: note, size: len_note.to_i(8)}
"""


@pytest.mark.parametrize("size", [0, 1, 511, 512, 5000])
def test_a_length_is_derived_in_digits_or_binary(size: int, tmp_path: Path) -> None:
    crate = compiled(SPEC, tmp_path).Crate
    data = crate.build(note=bytes(size)).to_bytes()
    assert data == itn(size, 4, tarfile.GNU_FORMAT) + bytes(size)
    made = crate.from_bytes(data)
    made.note += bytes(600)
    assert made.to_bytes() == itn(size + 600, 4, tarfile.GNU_FORMAT) + bytes(size + 600)


@pytest.mark.parametrize(
    "field",
    [
        "type: str, size-eos: true, encoding: ASCII",
        "type: str, size: a, encoding: ASCII",
        "type: str, size: 0, encoding: ASCII",
        "type: strz, size: 4, encoding: ASCII",
        "size: 4",
    ],
)
def test_a_spec_needs_a_text_of_constant_size(field: str, tmp_path: Path) -> None:
    spec = "meta: {id: a}\nseq:\n  - {id: a, type: u1}\n  - {id: b, -encoding: base256, %s}"
    with pytest.raises(quire.SpecError, match="`-encoding`"):
        compiled(spec % field, tmp_path)


SUM = """
meta: {id: a, encoding: ASCII}
seq:
  - {id: sum, type: str, size: 6, -checksum: {algorithm: sum16, base: 8, over: data}}
  - {id: data, size: 3}
"""


@pytest.mark.parametrize("stored", [b"000446", b"   446", b"446   ", b" 0446\0", b"446\0\0\0"])
def test_a_sum_in_digits_may_have_blanks(stored: bytes, tmp_path: Path) -> None:
    kind = compiled(SUM, tmp_path).A
    made = kind.from_bytes(stored + b"abc")
    made.validate()
    made.data = b"abd"
    assert made.to_bytes() == b"000447abd"
    with pytest.raises(quire.ChecksumError):
        kind.from_bytes(stored + b"abd").validate()
