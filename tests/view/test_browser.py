"""The page of the viewer in a browser: what is clicked on one side is seen on the other."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire.cvc import pack_cvc
from quire.view.server import ViewServer
from tests.view.conftest import PICTURE, Write
from tests.view.marks import mark

pytestmark = pytest.mark.browser

Open = Callable[[str | Path], Any]


SAMPLES = "form.chunks[1].body.samples"


def marked(page: Any) -> list[int]:
    """The bytes in sight that are marked, by their positions."""
    cells = page.locator("#hex .byte.marked").all()
    return sorted(int(cell.get_attribute("id").removeprefix("byte-")) for cell in cells)


def chosen(page: Any) -> str:
    """The path of the line that is chosen."""
    return str(page.locator("#details .path").inner_text())


def line(page: Any, path: str) -> Any:
    """The line of a path, in sight."""
    return page.locator(f'#tree .row[data-path="{path}"]')


def seen(page: Any, position: int) -> str:
    """The digits of a byte in sight, as soon as they are there."""
    cell = page.locator(f"#byte-{position}").filter(has_not_text="··")
    cell.wait_for()
    return str(cell.inner_text())


def test_a_field_that_is_clicked_shows_its_bytes(page_of: Write, open_page: Open) -> None:
    page = open_page(page_of(PICTURE))
    line(page, "chunks[0]").click()
    line(page, "chunks[0].body").click()
    line(page, "chunks[0].body.height").click()
    assert chosen(page) == "chunks[0].body.height"
    assert marked(page) == [20, 21, 22, 23]
    assert [seen(page, at) for at in range(20, 24)] == ["00", "00", "00", "30"]


def test_a_byte_that_is_clicked_shows_its_innermost_field(page_of: Write, open_page: Open) -> None:
    page = open_page(page_of(PICTURE))
    page.locator("#byte-18").click()
    assert chosen(page) == "chunks[0].body.width"
    assert marked(page) == [16, 17, 18, 19]
    assert line(page, "chunks[0].body.width").get_attribute("aria-selected") == "true"
    here = page.locator("#spec .here").all_inner_texts()
    assert "width" in here[0]
    assert "u4" in here[1]


@pytest.mark.slow  # ten seconds of a browser, for what smaller pages above show
def test_a_file_of_5_mb_is_seen_both_ways(sound: Path, page_of: Write, open_page: Open) -> None:
    data = sound.read_bytes()
    page = open_page(page_of(sound))
    line(page, "form.chunks[1].body").click()
    line(page, SAMPLES).click()
    assert chosen(page) == SAMPLES
    assert marked(page)[0] == 44
    page.locator("#what").select_option("offset")
    page.locator("#query").fill("4000001")
    page.locator("#query").press("Enter")
    assert seen(page, 4_000_001) == f"{data[4_000_001]:02x}"
    assert chosen(page) == SAMPLES
    value = int.from_bytes(data[4_000_000:4_000_002], "little", signed=True)
    element = page.locator("#details dt", has_text="Element [999989, 0]")
    element.wait_for()
    assert element.locator("xpath=following-sibling::dd[1]").inner_text() == str(value)
    page.locator("#byte-3999990").click()
    page.locator("#query").fill("22")
    page.locator("#query").press("Enter")
    assert chosen(page) == "form.chunks[0].body.num_channels"


def test_a_damaged_file_is_shown_as_far_as_it_goes(
    sound: Path, tmp_path: Path, page_of: Write, open_page: Open
) -> None:
    cut = tmp_path / "cut.wav"
    cut.write_bytes(sound.read_bytes()[:300_000])
    page = open_page(page_of(cut))
    assert "requested 5000036 bytes" in page.locator("#trouble").inner_text()
    assert chosen(page) == "form.chunks[1].body"
    assert "requested 5000000 bytes" in page.locator("#tree [aria-selected=true]").inner_text()
    line(page, "form.chunks[0]").locator(".mark").click()
    line(page, "form.chunks[0].len_body").click()
    assert chosen(page) == "form.chunks[0].len_body"
    assert marked(page) == [16, 17, 18, 19]
    page.locator("#byte-36").click()
    assert chosen(page) == "form.chunks[1].id"
    page.locator("#byte-44").click()
    assert chosen(page) == SAMPLES
    assert marked(page)[0] == 44


def test_a_served_page_asks_for_what_is_not_in_it(
    server: ViewServer, marks: Path, open_page: Open
) -> None:
    page = open_page(server.address)
    line(page, "marks").click()
    position = 4 + sum(len(mark(i)) for i in range(54_321)) + 8
    page.locator("#what").select_option("offset")
    page.locator("#query").fill(str(position))
    page.locator("#query").press("Enter")
    page.locator("#details .path", has_text="54321").wait_for()
    assert chosen(page) == "marks[54321].number"
    assert marked(page) == list(range(position - 1, position + 3))
    assert seen(page, position) == f"{marks.read_bytes()[position]:02x}"
    gaps = page.locator("#tree .row.gap").all_inner_texts()
    assert gaps[-1] == "… 45,678 more: show"
    page.locator("#tree .row.gap").last.click()
    line(page, "marks[54322]").wait_for()


def test_a_file_without_bytes_is_an_empty_page(
    tmp_path: Path, page_of: Write, open_page: Open
) -> None:
    (tmp_path / "one.ksy").write_text("meta: {id: one}\nseq: [{id: a, type: u1}]\n")
    (tmp_path / "empty.bin").write_bytes(b"")
    page = open_page(page_of(tmp_path / "empty.bin", "--spec", str(tmp_path / "one.ksy")))
    assert chosen(page) == "a"
    assert "only 0 bytes available" in page.locator("#trouble").inner_text()
    page.locator("#hex").focus()
    page.keyboard.press("ArrowDown")
    assert marked(page) == []


def test_a_header_of_keys_is_shown_key_by_key(
    tmp_path: Path, page_of: Write, open_page: Open
) -> None:
    pack_cvc(np.ones((3, 2), np.float32), tmp_path / "rows.cvc", "fp16", 2, format_version=1)
    page = open_page(page_of(tmp_path / "rows.cvc"))
    line(page, "header").click()
    line(page, "header.dimension").click()
    assert page.locator("#details dd .value").first.inner_text() == "2"


def test_a_wrong_checksum_is_told_where_it_stands(
    tmp_path: Path, page_of: Write, open_page: Open
) -> None:
    data = bytearray(PICTURE.read_bytes())
    data[30] ^= 1  # the checksum of the header
    (tmp_path / "bad.png").write_bytes(data)
    page = open_page(page_of(tmp_path / "bad.png"))
    page.locator("#byte-30").click()
    assert chosen(page) == "chunks[0].crc"
    assert "expected crc32" in page.locator("#details dd .error").inner_text()
    assert marked(page) == [29, 30, 31, 32]


BITS = """
meta: {id: bits, bit-endian: be}
seq: [{id: a, type: b3}, {id: b, type: b1}, {id: c, type: b4}, {id: d, size: 2}]
"""


def test_fields_of_bits_that_share_a_byte_are_chosen_in_turn(
    tmp_path: Path, page_of: Write, open_page: Open
) -> None:
    (tmp_path / "bits.ksy").write_text(BITS)
    (tmp_path / "bits.bin").write_bytes(b"\xb7xy" + struct.pack("<f", 0.5) + b"rest")
    page = open_page(page_of(tmp_path / "bits.bin", "--spec", str(tmp_path / "bits.ksy")))
    seen_paths = []
    for _ in range(4):
        page.locator("#byte-0").click()
        seen_paths.append(chosen(page))
    assert seen_paths == ["a", "b", "c", "a"]
    assert "0 to 2 of these bytes" in page.locator("#details dl").inner_text()


def test_bytes_of_no_field_are_told_as_numbers(
    tmp_path: Path, page_of: Write, open_page: Open
) -> None:
    (tmp_path / "bits.ksy").write_text(BITS)
    (tmp_path / "bits.bin").write_bytes(b"\xb7xy" + struct.pack("<f", 0.5) + b"rest")
    page = open_page(page_of(tmp_path / "bits.bin", "--spec", str(tmp_path / "bits.ksy")))
    page.locator("#byte-3").click()
    assert "No field has this byte." in page.locator("#details").inner_text()
    assert marked(page) == []
    row = page.locator("#details tr", has_text="f4 le, be")
    little, big = map(float, row.locator("td").all_inner_texts())
    assert little == 0.5
    assert big == pytest.approx(struct.unpack(">f", struct.pack("<f", 0.5))[0], rel=1e-6)
    assert page.locator("#details tr", has_text="u1").locator("td").all_inner_texts() == ["0"]
    page.locator("#byte-2").hover()
    assert page.locator("#keys").inner_text() == "0x2 d 78 79"
