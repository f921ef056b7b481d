"""`quire doc`: what a spec says, as tables and as a diagram."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.cli.conftest import Quire

SPECS = Path(__file__).parents[2] / "specs"
SVG = "{http://www.w3.org/2000/svg}"

SPEC = """
meta: {id: shop, endian: le, title: Things | <b>cheap</b>}
doc: "A & B | <script>alert(1)</script>"
seq:
  - {id: num_items, type: u2}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items}
  - {id: flags, type: b3}
  - {id: rest, type: b5, doc: "a|b"}
instances:
  last: {pos: _io.size - 4, type: u4}
types:
  item:
    doc: One thing.
    seq:
      - {id: kind, type: u1, enum: kind, valid: {in-enum: true}}
      - {id: price, type: u4, -default: 7, valid: {min: 1, max: 99}}
      - id: body
        type: {switch-on: kind, cases: {'kind::box': box, 'kind::bag': item}}
  box:
    seq:
      - {id: len_name, type: u1}
      - {id: name, type: str, encoding: ASCII, size: len_name, if: len_name > 0}
enums:
  kind: {1: {id: box, doc: with <lid>}, 2: bag}
"""


@pytest.fixture
def shop(quire: Quire) -> Path:
    assert quire("formats").status == 0  # in its folder
    path = Path("shop.ksy")
    path.write_text(SPEC, encoding="utf-8")
    return path


def cells(markdown: str, name: str) -> list[str]:
    """The cells of the row of a field."""
    (row,) = (line for line in markdown.splitlines() if f"| `{name}` |" in line)
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]]


def test_a_row_tells_place_type_meaning_and_what_is_derived(quire: Quire, shop: Path) -> None:
    done = quire("doc", str(shop), "--format", "md")
    assert done.status == 0
    assert cells(done.out, "num_items") == [
        "0",
        "2",
        "`num_items`",
        "u2le",
        "",
        "the count of items",
    ]
    assert cells(done.out, "items")[:5] == [
        "2", "", "`items`", "item[]", "repeat num_items times"
    ]  # fmt: skip  # laid out as a table
    assert cells(done.out, "price")[:2] == ["1", "4"]
    assert cells(done.out, "price")[4:] == ["at least 1<br>at most 99", "7, unless it is given"]
    assert cells(done.out, "kind")[3:] == ["u1 kind", "one that its enum names", "the tag of body"]
    assert cells(done.out, "body")[3:5] == [
        "by kind",
        "shop::kind::box: box<br>shop::kind::bag: item",
    ]
    assert cells(done.out, "name")[1] == "len_name"
    assert cells(done.out, "last")[0] == "_io.size - 4"
    assert cells(done.out, "flags")[1] == "3 bits"


def test_texts_of_a_spec_stay_texts(quire: Quire, shop: Path) -> None:
    markdown = quire("doc", str(shop), "--format", "md").out
    assert "<script" not in markdown
    assert "<lid" not in markdown
    assert cells(markdown, "rest")[4] == "a\\|b"
    html = quire("doc", str(shop)).out
    assert "<script" not in html
    assert "&lt;script&gt;alert(1)" in html
    assert "<title>Things | &lt;b&gt;cheap&lt;/b&gt;</title>" in html


@pytest.mark.parametrize("spec", sorted(SPECS.glob("*.ksy")), ids=lambda path: path.stem)
def test_every_spec_has_a_diagram_in_which_no_box_hides_another(quire: Quire, spec: Path) -> None:
    done = quire("doc", str(spec), "-o", "types.svg")
    assert (done.status, done.out) == (0, "")
    drawing = ET.parse("types.svg").getroot()  # noqa: S314  # our own
    width, height = (float(drawing.attrib[side]) for side in ("width", "height"))
    boxes = []
    for group in drawing.iter(f"{SVG}g"):
        x, y = map(int, re.findall(r"\d+", group.attrib["transform"]))
        box = next(each for each in group.iter(f"{SVG}rect") if each.attrib["class"] == "box")
        boxes.append((x, y, x + int(box.attrib["width"]), y + int(box.attrib["height"])))
    assert all(right <= width and bottom <= height for _, _, right, bottom in boxes)
    for i, (x, y, right, bottom) in enumerate(boxes):
        for other in boxes[i + 1 :]:
            assert other[0] >= right or other[2] <= x or other[1] >= bottom or other[3] <= y


def test_a_curve_leads_from_each_field_of_a_type_to_it(quire: Quire, shop: Path) -> None:
    drawing = ET.fromstring(quire("doc", str(shop), "--format", "svg").out)  # noqa: S314  # ours
    curves = [path for path in drawing.iter(f"{SVG}path") if path.attrib.get("class") == "curve"]
    assert len(curves) == 3  # items, and the two that a body may be
    titles = [text.text for text in drawing.iter(f"{SVG}text") if text.get("class") == "title"]
    assert titles == ["shop", "shop::item", "shop::box"]


def test_the_extension_says_what_is_written(quire: Quire, shop: Path) -> None:
    assert quire("doc", str(shop), "-o", "shop.md").status == 0
    assert Path("shop.md").read_text("utf-8").startswith("# Things | &lt;b>cheap")
    assert quire("doc", str(shop), "-o", "shop.page").status == 0
    assert Path("shop.page").read_text("utf-8").startswith("<!doctype html>")


def test_a_bad_spec_has_none(quire: Quire) -> None:
    done = quire("doc", "bad.ksy", "-o", "x.html")
    assert done.status == 1
    assert "len_bb" in done.err
    assert not Path("x.html").exists()
