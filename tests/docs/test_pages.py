"""Every example of every page does what the page says."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.docs.page import anchors, code_blocks, headings, links, run

ROOT = Path(__file__).resolve().parents[2]
OUTSIDE = ("http://", "https://", "mailto:")

PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/**/*.md"),
        ROOT / "generator" / "README.md",
        ROOT / "kernels" / "README.md",
    ]
)
WITH_EXAMPLES = [
    page
    for page in PAGES
    if any(code.language in ("pycon", "console") for code in code_blocks(page))
]


PROGRAMS = {"docs/how-to/fuzz-your-parser.md": "cc"}
"""What commands of a page need beside quire and a shell."""

SLOW = {"docs/how-to/fuzz-your-parser.md"}
"""Pages whose examples search for long; the tests of the fuzzer do for less."""


def name(page: Path) -> str:
    """A page as a test's name shows it."""
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=name(page), marks=[pytest.mark.slow] if name(page) in SLOW else [])
        for page in WITH_EXAMPLES
    ],
)
def test_examples_print_what_the_page_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if (program := PROGRAMS.get(name(page))) is not None and shutil.which(program) is None:
        pytest.skip(f"there is no {program}, a compiler of C")
    monkeypatch.chdir(tmp_path)
    assert run(page) > 0


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in links(page):
        if link.startswith(OUTSIDE):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{name(page)}: {link}"
        assert target.is_relative_to(ROOT), f"{name(page)}: {link}"
        if anchor:
            assert anchor in anchors(target), f"{name(page)}: {link}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_page_has_one_title(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    titles = [line for line in text.splitlines() if line.startswith("# ")]
    assert titles, name(page)
    assert headings(page)[0] == titles[0][2:]


def test_every_page_of_the_documentation_can_be_reached_from_the_readme() -> None:
    seen: set[Path] = set()
    waiting = [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in seen:
            continue
        seen.add(page)
        inside = (link.partition("#")[0] for link in links(page) if not link.startswith(OUTSIDE))
        waiting += [(page.parent / path).resolve() for path in inside if path.endswith(".md")]
    assert set(PAGES) <= seen


def test_the_contents_of_the_decisions_name_all_of_them_in_their_order() -> None:
    page = ROOT / "docs" / "decisions.md"
    contents = re.findall(r"(?m)^(?:- |\*\*)\[(.*)\]\(#", page.read_text(encoding="utf-8"))
    assert contents == headings(page)[1:]
