"""What is unpacked from a file has bytes of its own, which are shown like those of the file."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.generator.pipeline import Options
from quire.view.page import View, view_of
from quire.view.server import ViewServer
from quire.view.spec_text import SpecText
from tests.view.conftest import Write
from tests.view.test_browser import chosen, line, marked

SPEC = """
meta: {id: packed, endian: le}
seq:
  - {id: ofs_late, type: u4}
  - {id: len_early, type: u4}
  - {id: early, size: len_early, type: pairs, process: zlib}
instances:
  late: {pos: ofs_late, size-eos: true, type: pairs, process: zlib}
types:
  pairs: {seq: [{id: pairs, type: pair, repeat: eos}]}
  pair: {seq: [{id: a, type: u2}, {id: b, type: u2}]}
"""


def pairs(first: int, count: int) -> bytes:
    return b"".join(struct.pack("<HH", first + i, i) for i in range(count))


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    (tmp_path / "packed.ksy").write_text(SPEC)
    early, late = zlib.compress(pairs(100, 300)), zlib.compress(pairs(7000, 300))
    path = tmp_path / "packed.bin"
    path.write_bytes(struct.pack("<II", 8 + len(early), len(early)) + early + late)
    return path


@pytest.fixture
def view(packed: Path) -> View:
    spec = packed.with_suffix(".ksy")
    kind = quire.compile(spec).Packed
    return view_of(kind, packed.read_bytes(), "packed.bin", "", SpecText(spec, Options()))


def test_each_is_there_once_however_often_it_was_unpacked(view: View) -> None:
    assert view.streams.names == ["", "early.pairs", "late.pairs"]
    assert bytes(view.streams.contents[1]) == pairs(100, 300)
    assert bytes(view.streams.contents[2]) == pairs(7000, 300)
    for _ in range(100):
        view.tree.begin_anew()
        assert len(list(view.tree.children(view.tree.find("late.pairs[9]")))) == 2
    assert len(view.streams.names) == 3


def test_places_are_those_in_what_was_unpacked(view: View) -> None:
    item = view.tree.find("late.pairs[50].b")
    assert item.place is not None
    assert (item.place.stream, item.place.bytes, item.value) == (2, (202, 204), 50)


def test_a_server_finds_the_field_of_an_unpacked_byte(view: View) -> None:
    with ViewServer(view) as server:
        assert server.at(2, 203)["path"] == "late.pairs[50].b"
        assert server.at(1, 0)["path"] == "early.pairs[0].a"
        with pytest.raises(LookupError):
            server.at(3, 0)


@pytest.mark.browser
def test_a_field_leads_to_unpacked_bytes_and_back(
    packed: Path, page_of: Write, open_page: Callable[[Path], Any]
) -> None:
    page = open_page(page_of(packed, "--spec", str(packed.with_name("packed.ksy"))))
    line(page, "late").click()
    page.evaluate("() => page.goTo('late.pairs[1].a')")
    assert marked(page) == [4, 5]
    unpacked = page.locator("#byte-4.marked").filter(has_not_text="··")
    assert unpacked.inner_text() == f"{7001 & 255:02x}"
    tab = page.get_by_role("button", name="unpacked: late.pairs")
    assert tab.get_attribute("aria-pressed") == "true"
    page.locator("#byte-10").click()
    assert chosen(page) == "late.pairs[2].b"
    page.get_by_role("button", name="file", exact=True).click()
    page.locator("#byte-5").click()
    assert chosen(page) == "len_early"
