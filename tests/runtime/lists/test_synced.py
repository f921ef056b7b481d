"""Lists that go on after an element that is wrong (`-sync`), and the gaps that are kept of it."""

from __future__ import annotations

import copy
import pickle
import tracemalloc
from io import BytesIO
from itertools import repeat
from pathlib import Path
from random import Random
from typing import Any

import pytest

import quire
from quire import FormatError, LimitError
from quire.runtime.lists.synced import Gap
from tests.fed import pieces_of

TYPES = """
types:
  line:
    seq:
      - {id: magic, contents: LN}
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text}
      - {id: kind, type: u1, valid: {max: 9}}
"""
TO_END = (
    "seq:\n  - {id: head, type: u2}\n  - {id: lines, type: line, repeat: eos, -sync: {}}" + TYPES
)
UNTIL = (
    "seq:\n  - {id: head, type: u2}\n"
    "  - {id: lines, type: line, repeat: until, repeat-until: _.kind == 0, -sync: {at: [0x4c]}}\n"
    "  - {id: after, size: 2}" + TYPES
)


def compiled(folder: Path, text: str) -> Any:
    path = folder / "log.ksy"
    meta = "meta: {id: log, endian: le, encoding: ISO-8859-1}\n"
    path.write_text(meta + text, encoding="utf-8")
    return quire.compile(path).Log


@pytest.fixture(scope="module")
def to_end(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return compiled(tmp_path_factory.mktemp("to_end"), TO_END)


@pytest.fixture(scope="module")
def until(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return compiled(tmp_path_factory.mktemp("until"), UNTIL)


def line(text: bytes, kind: int) -> bytes:
    return b"LN" + bytes([len(text)]) + text + bytes([kind])


HEAD = b"\x01\x00"
GOOD = HEAD + line(b"abc", 1) + line(b"LNx", 2) + line(b"", 3) + line(b"zz", 4)


def texts(record: Any) -> list[str]:
    return [each.text for each in record.lines]


NONE_LEFT = "requested 1 bytes, but only 0 bytes available"


def seen(gaps: Any) -> list[tuple[int, int | None, int, str]]:
    return [(gap.before, gap.offset, gap.size, str(gap.error)) for gap in gaps]


def test_a_list_without_a_mistake_has_no_gap(to_end: Any) -> None:
    record = to_end.from_bytes(GOOD)
    assert (texts(record), record.gaps_of("lines")) == (["abc", "LNx", "", "zz"], ())
    assert record == to_end.from_bytes(record.to_bytes())


@pytest.mark.parametrize(
    ("data", "left", "gap"),
    [
        pytest.param(
            GOOD[:2] + b"junk" + GOOD[2:],
            ["abc", "LNx", "", "zz"],
            (0, 2, b"junk", "log: lines[0].magic at byte 2: expected b'LN', found b'ju'"),
            id="in front",
        ),
        pytest.param(
            GOOD[:9] + b"\x00" + GOOD[9:],
            ["abc", "LNx", "", "zz"],
            (1, 9, b"\x00", "log: lines[1].magic at byte 9: expected b'LN', found b'\\x00L'"),
            id="between",
        ),
        pytest.param(
            GOOD[:19] + b"\xff" + GOOD[20:],
            ["abc", "LNx", "zz"],
            (2, 16, b"LN\x00\xff", "log: lines[2].kind at byte 19: expected at most 9, found 255"),
            id="a value",
        ),
        pytest.param(
            GOOD[:-1],
            ["abc", "LNx", ""],
            (3, 20, b"LN\x02zz", f"log: lines[3].kind at byte 25: {NONE_LEFT}"),
            id="cut off",
        ),
        pytest.param(
            HEAD + b"zzz",
            [],
            (0, 2, b"zzz", "log: lines[0].magic at byte 2: expected b'LN', found b'zz'"),
            id="nothing",
        ),
    ],
)  # fmt: skip  # the texts of errors are long
def test_what_is_wrong_is_passed_over_told_and_written_back(
    to_end: Any, data: bytes, left: list[str], gap: tuple[int, int, bytes, str]
) -> None:
    record = to_end.from_bytes(data)
    (found,) = record.gaps_of("lines")
    assert texts(record) == left
    assert isinstance(found, Gap)
    assert (found.before, found.offset, found.stored, str(found.error)) == gap
    assert found.size == len(found.stored)
    assert record.to_bytes() == data
    for again in (copy.copy(record), copy.deepcopy(record), pickle.loads(pickle.dumps(record))):  # noqa: S301  # made here
        assert seen(again.gaps_of("lines")) == seen([found])
        assert again.to_bytes() == data
    assert to_end.from_io(BytesIO(data)) == record


def test_damage_is_told_to_who_validates(to_end: Any) -> None:
    to_end.from_bytes(GOOD).validate()
    with pytest.raises(FormatError, match=r"log: lines\[0\]\.magic at byte 2"):
        to_end.from_bytes(HEAD + b"?" + GOOD[2:]).validate()


def test_a_gap_stays_when_a_line_grows_and_goes_with_nothing(to_end: Any) -> None:
    record = to_end.from_bytes(GOOD[:9] + b"???" + GOOD[9:])
    record.lines[0].text = "longer"
    assert record.to_bytes() == HEAD + line(b"longer", 1) + b"???" + GOOD[9:]
    del record.lines[2:]
    assert record.to_bytes() == HEAD + line(b"longer", 1) + b"???" + line(b"LNx", 2)
    del record.lines[:]
    assert record.to_bytes() == HEAD + b"???"


def test_fields_stand_behind_the_gaps_in_front_of_them(to_end: Any, until: Any) -> None:
    data = HEAD + b"?" + GOOD[2:9] + b"???" + GOOD[9:] + b"!!"
    record = to_end.from_bytes(data)
    places = {f"lines[{i}].text": text for i, text in enumerate([b"abc", b"LNx", b"", b"zz"])} | {
        "lines": data[2:]
    }
    assert {path: data[slice(*record.span_of(path))] for path in places} == places
    data = HEAD + line(b"a", 1) + b"?" + line(b"", 0) + b"zz"
    assert data[slice(*until.from_bytes(data).span_of("after"))] == b"zz"


def test_a_field_that_is_none_has_no_gaps(to_end: Any) -> None:
    record = to_end.build(head=1, lines=[])
    assert record.gaps_of("lines") == record.gaps_of("head") == ()
    with pytest.raises(ValueError, match="Log has no field 'rows'"):
        record.gaps_of("rows")


def damaged(rng: Random) -> bytes:
    """Some lines, the last one of kind 0, in which bytes are others, gone, or too many."""
    some = [
        line(bytes(rng.choices(b"abLN", k=rng.randrange(6))), rng.randrange(1, 9))
        for _ in range(rng.randrange(1, 12))
    ]
    data = bytearray(HEAD + b"".join(some) + line(b"", 0) + b"zz")
    for _ in range(rng.randrange(4)):
        at = rng.randrange(2, len(data))
        change = rng.randrange(3)
        if change == 0:
            data[at] = rng.randrange(256)
        elif change == 1:
            del data[at : at + rng.randrange(1, 4)]
        else:
            data[at:at] = bytes(rng.choices(b"LNx\x00", k=3))
        if len(data) < 4:
            break
    return bytes(data)


@pytest.mark.parametrize("seed", range(120))
@pytest.mark.parametrize("name", ["to_end", "until"])
def test_damaged_files_come_back_are_edited_and_are_the_same_in_pieces(
    name: str, seed: int, request: pytest.FixtureRequest
) -> None:
    kind, rng = request.getfixturevalue(name), Random(seed)  # noqa: S311  # no secret
    data = damaged(rng)
    refusal, record = "", None
    try:
        record = kind.from_bytes(data)
    except FormatError as error:
        refusal, lines = str(error), getattr(error.partial, "lines", [])
    else:
        lines = record.lines
        assert record.to_bytes() == data
    for size in (1, 3, 1000):
        parser, found, told = kind.feed(), [], ""
        try:
            for piece in pieces_of(data, repeat(size)):
                found += parser.feed(piece)
            found += parser.close()
        except FormatError as wrong:
            told = str(wrong)
        assert told == refusal
        if record is not None:
            assert found == lines
            assert seen(parser.gaps) == seen(record.gaps_of("lines"))
    if record is not None and lines:
        lines[rng.randrange(len(lines))].text = "edited"
        try:
            written = record.to_bytes()
        except FormatError:
            return  # a gap and what comes after it would be read as something else
        assert kind.from_bytes(written) == record


@pytest.mark.parametrize("number", [200_000])
def test_of_very_many_one_is_missing(number: int, tmp_path: Path) -> None:
    kind = compiled(
        tmp_path,
        "seq: [{id: rows, type: row, repeat: eos, -sync: {}}]\n"
        "types: {row: {seq: [{id: magic, contents: [0xaa]}, {id: n, type: u4}, "
        "{id: end, contents: [0x55]}]}}\n",
    )
    data = bytearray(b"".join(b"\xaa" + i.to_bytes(4, "little") + b"\x55" for i in range(number)))
    data[6 * 100_000 + 5] = 0
    record = kind.from_bytes(bytes(data))
    assert [row.n for row in record.rows] == [i for i in range(number) if i != 100_000]
    (gap,) = record.gaps_of("rows")
    assert (gap.before, gap.offset, gap.size) == (100_000, 600_000, 6)
    assert gap.error.path == "rows[100000].end"


def test_without_it_what_was_read_before_comes_with_the_error(tmp_path: Path) -> None:
    kind = compiled(tmp_path, TO_END.replace(", -sync: {}", ""))
    with pytest.raises(FormatError) as caught:
        kind.from_bytes(GOOD[:16] + b"?" + GOOD[16:])
    assert texts(caught.value.partial) == ["abc", "LNx"]


DEEP = (
    "seq: [{id: rows, type: row, repeat: eos, -sync: {}}]\n"
    "types:\n"
    "  row:\n    seq:\n"
    "      - {id: magic, contents: A}\n"
    "      - {id: cells, type: u1, repeat: until, repeat-until: _ == 0}\n"
    "      - {id: end, type: u1, valid: 7}\n"
)
"""Whether a row is right shows at its end, and each of its bytes might begin one."""


def test_what_could_begin_everywhere_is_not_looked_at_without_end(tmp_path: Path) -> None:
    kind = compiled(tmp_path, DEEP)
    data = b"A" * 30_000 + b"\x00\x00"
    with pytest.raises(LimitError, match="a list with less damage"):
        kind.from_bytes(data)
    with pytest.raises(LimitError, match="a list with less damage"):
        list(kind.feed().feed(data))


def test_texts_without_an_end_are_not_searched_again_and_again(tmp_path: Path) -> None:
    kind = compiled(
        tmp_path,
        "seq: [{id: rows, type: row, repeat: eos, -sync: {}}]\n"
        "types: {row: {seq: [{id: magic, contents: A}, {id: text, type: strz}]}}\n",
    )
    with pytest.raises(LimitError, match="a list with less damage"):
        kind.from_bytes(b"A" * 1_000_000)


def test_gaps_take_little_memory_however_many_mistakes_there_are(to_end: Any) -> None:
    data = HEAD + b"LN\x00\xff" * 20_000
    tracemalloc.start()
    try:
        record = to_end.from_bytes(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    (gap,) = record.gaps_of("lines")  # one after another, they are one
    assert (gap.size, record.lines) == (80_000, [])
    assert peak < 3 * len(data) + 200_000
    assert gap.error.partial is None


def test_lists_in_streams_of_their_own_go_on_too(tmp_path: Path) -> None:
    kind = compiled(
        tmp_path,
        "seq:\n  - {id: len_box, type: u1}\n  - {id: box, type: box, size: len_box}\n"
        "  - {id: after, type: u1}\n"
        "  - {id: folded, type: box, size-eos: true, process: xor(1)}\n"
        + TYPES
        + "  box: {seq: [{id: lines, type: line, repeat: eos, -sync: {}}]}\n",
    )
    inner = b"?" + line(b"ab", 1)
    folded = bytes(byte ^ 1 for byte in line(b"c", 2) + b"!!")
    data = bytes([len(inner)]) + inner + b"\x05" + folded
    record = kind.from_bytes(data)
    assert (texts(record.box), texts(record.folded), record.after) == (["ab"], ["c"], 5)
    assert seen(record.box.gaps_of("lines"))[0][:3] == (0, 1, 1)
    assert seen(record.folded.gaps_of("lines"))[0][:3] == (1, None, 2)
    assert record.to_bytes() == data
    record.box.lines[0].text = "grown"
    assert kind.from_bytes(record.to_bytes()) == record


def test_a_limit_on_the_elements_holds(tmp_path: Path) -> None:
    kind = compiled(tmp_path, TO_END.replace("-sync: {}", "-sync: {}, -limit: 2"))
    assert len(kind.from_bytes(GOOD[:16]).lines) == 2
    with pytest.raises(LimitError, match="lines at byte 16: expected at most 2 elements"):
        kind.from_bytes(GOOD)
