"""What stands at a path of a file that is read up to there is what a query finds in all of it."""

from __future__ import annotations

import tracemalloc
from io import BytesIO
from pathlib import Path

import pytest

from quire.exchange.rows import Selection
from quire.exchange.writing import WRITERS
from quire.listing import finding
from quire.listing.beside import beside
from quire.listing.finding import Lines, find_in_parts
from quire.listing.nodes import Limits, Listing
from quire.listing.outline import outline
from quire.listing.reading import tree_of
from quire.listing.style import Style
from quire.query import find
from quire.runtime.errors import FormatError
from quire.runtime.struct import Struct
from tests.listing.conftest import Compile
from tests.listing.test_nested_lists import FILES, IN_A_RECORD, records

PLAIN = Style(colour=False)
PATHS = {
    "in a record": ["magic", "body.num", "$.body.recs[3]", "body.recs[3].name", "last", "body.mark",
                    "body.recs[2:4].kind", "body.recs[:2]", "body.recs[9:99].name", "body.recs[12]",
                    "nothing", "body.nothing", "body[0]", "magic.x", "body.recs.kind", "[0]"],
    "in a window": ["body.recs[8].name", "last", "len"],
    "until": ["body.recs[9].kind", "body.mark"],
    "chunks": ["chunks[2].body", "chunks[0].crc", "chunks[4].body.recs[5].name", "chunks[5].tag",
               "chunks[3].body.recs[0]", "chunks[1:3].tag"],
    "in each other": ["groups[2].recs[5].name", "groups[2].inner.recs[6].kind", "groups[0].after",
                      "groups[3].after", "groups[4].recs[1:3]"],
}  # fmt: skip  # a file a line


@pytest.fixture(autouse=True)
def of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small files are read in parts, too."""
    monkeypatch.setattr(finding, "READ_FAST", -1)


def plain(value: object) -> object:
    return value.to_dict() if isinstance(value, Struct) else value


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("name", "path"), [(name, each) for name in PATHS for each in PATHS[name]])
def test_it_is_what_a_query_finds(compiled: Compile, tmp_path: Path, name: str, path: str) -> None:
    spec, data = FILES[name]
    file, kind = tmp_path / "file", compiled(spec)
    file.write_bytes(data)
    found, expected = find_in_parts(kind, file, path), find(kind.from_bytes(data), path)
    assert found is not None
    assert [each.path for each in found] == [each.path for each in expected]
    assert [plain(each.value) for each in found] == [plain(each.value) for each in expected]


@pytest.mark.parametrize(
    "path", ["body", "body.recs", "body.double", "$..kind", "body.recs[-1]", "*"]
)
def test_all_is_read_where_more_is_asked_for(compiled: Compile, tmp_path: Path, path: str) -> None:
    file = tmp_path / "file"
    file.write_bytes(FILES["in a record"][1])
    assert find_in_parts(compiled(IN_A_RECORD), file, path) is None


def test_nothing_is_read_behind_it(compiled: Compile, tmp_path: Path) -> None:
    kind = compiled(IN_A_RECORD.replace("type: u2}", "type: u4}"))
    file, number = tmp_path / "file", 100_000
    file.write_bytes(b"NM" + number.to_bytes(4, "little") + records(number) + b"\1\2\xff\xfe")
    tracemalloc.start()
    near = find_in_parts(kind, file, "body.recs[17].name")
    far = find_in_parts(kind, file, f"body.recs[{number - 3}].kind")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    values = [each.value for each in (*(near or ()), *(far or ()))]
    assert values == ["ab", (number - 3) % 7]
    assert peak < 1_500_000
    file.write_bytes(file.read_bytes()[:-250_000])
    with pytest.raises(FormatError, match=r"nested: body.recs at byte 6: requested 200000 bytes"):
        find_in_parts(kind, file, "last")


WHOLE = [
    *((name, each) for name in PATHS for each in PATHS[name]),
    *(("in a record", each) for each in ("body", "body.recs")),
    *(("chunks", each) for each in ("chunks", "chunks[4].body")),
]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("places", [False, True], ids=["tree", "beside"])
@pytest.mark.parametrize(("name", "path"), WHOLE)
def test_its_lines_are_those_of_all(
    compiled: Compile, tmp_path: Path, name: str, path: str, *, places: bool
) -> None:
    spec, data = FILES[name]
    file, kind = tmp_path / "file", compiled(spec)
    file.write_bytes(data)
    lines = Lines.of(kind, file, path, places=places)
    assert lines is not None
    whole = tree_of(kind, file, places=places, small=1 << 20)
    listings = Listing(lines.tree, Limits()), Listing(whole, Limits())
    found, expected = listings[0].lines(path, lines.items), listings[1].at([path])
    if places:
        shown = beside(found, lines.tree.streams, PLAIN), beside(expected, whole.streams, PLAIN)
    else:
        shown = outline(found, PLAIN), outline(expected, PLAIN)
    assert "".join(shown[0]) == "".join(shown[1])
    for short, long in zip(*(each.nowhere for each in listings), strict=True):
        assert long.startswith(f"{short}: ")  # what there is was not read for the first


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("in a record", "body.recs"),
        ("in a window", "body.recs"),
        ("until", "body.recs"),
        ("chunks", "chunks"),
        ("chunks", "chunks[4].body.recs"),
        ("in each other", "groups"),
        ("in each other", "groups[2].inner.recs"),
    ],
)
@pytest.mark.parametrize("form", ["ndjson", "json", "csv"])
def test_rows_that_come_one_by_one_are_those_of_all(
    compiled: Compile,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    path: str,
    form: str,
) -> None:
    spec, data = FILES[name]
    file, kind = tmp_path / "file", compiled(spec)
    file.write_bytes(data)
    written = []
    for most in (-1, 1 << 40):
        monkeypatch.setattr(finding, "READ_FAST", most)
        target = BytesIO()
        with Selection(kind, file, path) as selection:
            if most > 0 or "[" not in path:  # a small element has a list that is there
                assert (selection._coming is None) == (most > 0)
            try:
                WRITERS[form](selection, (), target)
            except ValueError as error:  # there are lists in the rows
                target.write(str(error).encode())
        written.append(target.getvalue())
    assert written[0] == written[1]
    assert len(written[0]) > 40
