"""The page without a mouse: keys, roles for screen readers, search, light and dark."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.view.conftest import PICTURE, Write
from tests.view.test_browser import chosen, line, marked

pytestmark = pytest.mark.browser


@pytest.fixture
def page(page_of: Write, open_page: Callable[[Path], Any]) -> Any:
    return open_page(page_of(PICTURE))


def press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_arrows_walk_through_the_tree_as_in_every_tree(page: Any) -> None:
    page.locator("#tree").focus()
    press(page, "Home", "ArrowDown")
    assert chosen(page) == "magic"
    assert marked(page) == list(range(8))
    press(page, "ArrowDown", "ArrowRight")
    assert chosen(page) == "chunks[0]"
    press(page, "ArrowLeft")
    assert line(page, "chunks[0]").get_attribute("aria-expanded") == "false"
    press(page, "ArrowRight")
    assert line(page, "chunks[0]").get_attribute("aria-expanded") == "true"
    press(page, "ArrowRight")
    assert chosen(page) == "chunks[0].len_body"
    press(page, "ArrowLeft")
    assert chosen(page) == "chunks[0]"
    press(page, "ArrowLeft")
    assert line(page, "chunks[0]").get_attribute("aria-expanded") == "false"
    press(page, "End")
    assert chosen(page) == "image"
    press(page, "m")
    assert chosen(page) == "magic"


def test_a_star_opens_all_beside(page: Any) -> None:
    line(page, "chunks[1]").click()
    page.locator("#tree").focus()
    press(page, "*")
    opened = page.locator('#tree [aria-level="3"][aria-expanded="true"]')
    assert opened.count() == 5


def test_the_line_that_is_chosen_is_told_to_screen_readers(page: Any) -> None:
    line(page, "magic").click()
    tree = page.get_by_role("tree", name="Fields of the file")
    active = page.locator(f"[id='{tree.get_attribute('aria-activedescendant')}']")
    assert active.get_attribute("role") == "treeitem"
    assert active.get_attribute("data-path") == "magic"
    assert (active.get_attribute("aria-level"), active.get_attribute("aria-posinset")) == ("2", "1")
    assert active.get_attribute("aria-selected") == "true"
    assert page.locator("#status").get_attribute("aria-live") == "polite"
    assert page.locator("#status").inner_text().startswith("magic, bytes, 89 50")


def test_arrows_walk_through_the_bytes(page: Any) -> None:
    page.locator("#byte-16").click()
    grid = page.get_by_role("grid", name="Bytes of the file")
    grid.focus()
    press(page, "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight")
    assert chosen(page) == "chunks[0].body.height"
    assert grid.get_attribute("aria-activedescendant") == "byte-20"
    press(page, "ArrowDown")
    assert chosen(page) == "chunks[1].len_body"
    press(page, "Home")
    assert grid.get_attribute("aria-activedescendant") == "byte-32"


def test_tab_leads_through_all_parts(page: Any) -> None:
    page.locator("#query").focus()
    seen = []
    for _ in range(5):
        press(page, "Tab")
        seen.append(page.evaluate("() => document.activeElement.id"))
    assert seen == ["theme", "tree", "hex", "details", "spec"]


def test_search_finds_names_values_bytes_and_offsets(page: Any) -> None:
    press(page, "/")
    page.keyboard.type("IDAT")
    press(page, "Enter")
    assert chosen(page) == "chunks[3].kind"
    found = page.locator("#found")
    assert found.inner_text() == "1 of 1"
    page.locator("#query").fill("crc")
    press(page, "Enter", "Enter")
    assert (chosen(page), found.inner_text()) == ("chunks[1].crc", "2 of 5")
    press(page, "Shift+Enter")
    assert chosen(page) == "chunks[0].crc"
    page.locator("#query").fill("no such thing")
    press(page, "Enter")
    assert found.inner_text() == "nothing"
    page.locator("#what").select_option("hex")
    page.locator("#query").fill("49 44 41 54")
    press(page, "Enter")
    found.filter(has_text="at 0x50").wait_for()
    assert chosen(page) == "chunks[3].kind"
    page.locator("#query").fill("4944415")
    press(page, "Enter")
    assert "pairs of digits" in found.inner_text()
    page.locator("#what").select_option("text")
    page.locator("#query").fill("Title")
    press(page, "Enter")
    found.filter(has_text="at 0x41").wait_for()
    page.locator("#what").select_option("offset")
    page.locator("#query").fill("0x1d")
    press(page, "Enter")
    assert chosen(page) == "chunks[0].crc"
    page.locator("#query").fill("338")
    press(page, "Enter")
    assert "below 338" in found.inner_text()


def test_the_button_turns_light_to_dark_and_back(page: Any) -> None:
    def paper() -> str:
        return str(page.evaluate("() => getComputedStyle(document.body).backgroundColor"))

    light = paper()
    page.get_by_role("button", name="Light or dark").click()
    dark = paper()
    assert sum(map(int, dark[4:-1].split(","))) < 150 < sum(map(int, light[4:-1].split(",")))
    page.get_by_role("button", name="Light or dark").click()
    assert paper() == light


def test_a_link_leads_to_what_it_is_the_same_as(page: Any) -> None:
    line(page, "header").click()
    page.locator("#details button.link").click()
    assert chosen(page) == "chunks[0].body"
    assert marked(page) == list(range(16, 29))


@pytest.mark.parametrize("dark", [False, True])
def test_words_can_be_read_in_light_and_in_dark(page: Any, dark: bool) -> None:  # noqa: FBT001  # a parameter
    page.emulate_media(color_scheme="dark" if dark else "light")
    page.wait_for_timeout(200)
    for name in ("number", "text", "enum", "bytes", "array", "error", "dim", "ink"):
        colours = page.evaluate(
            """(name) => {
                const probe = document.createElement('i');
                document.body.append(probe);
                probe.style.color = `var(--${name})`;
                probe.style.backgroundColor = 'var(--card)';
                const style = getComputedStyle(probe);
                return [style.color, style.backgroundColor];
            }""",
            name,
        )
        assert contrast(*colours) >= 4.5, (name, colours)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, as WCAG 2 has it."""
    bright = sorted((luminance(colour) for colour in (one, other)), reverse=True)
    return (bright[0] + 0.05) / (bright[1] + 0.05)


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in colour[colour.index("(") + 1 : -1].split(",")[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
