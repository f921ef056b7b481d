"""The site is built without a warning, and in what is built every link leads somewhere."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from benchmarks.chart import CHARTS, IMAGES, RESULTS, drawn, rows
from tests.conftest import MadeOnce

ROOT = Path(__file__).resolve().parents[2]


class Page(HTMLParser):
    """What a page of HTML links to, loads and has anchors for."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets = list[str]()
        self.loaded = list[str]()
        self.anchors = {"", "top"}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value for name, value in attrs if value is not None}
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.targets.append(found["href"])
        if "src" in found or (tag == "link" and "href" in found):
            self.loaded.append(found["src"] if "src" in found else found["href"])


@pytest.fixture(scope="module")
def site(made_once: MadeOnce) -> Path:
    """The site, built as `make docs` does."""
    return made_once("site", build_site)


def build_site(target: Path) -> None:
    for script in ("link_tree.py", "link_pages.py"):
        subprocess.run([sys.executable, ROOT / ".ci" / script], check=True)
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(target)]
    done = subprocess.run(
        [*build, "--config-file", str(ROOT / "docs" / "mkdocs.yml")],
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def broken(site: Path) -> Iterator[str]:
    """The links of a site that lead nowhere, each with its page."""
    pages = {path.resolve(): Page(path.read_text("utf-8")) for path in site.rglob("*.html")}
    for path, page in pages.items():
        for link in page.targets + page.loaded:
            where = urlsplit(link)
            if where.scheme or path.name == "404.html":  # which is shown at any address
                continue
            target = (path.parent / unquote(where.path)).resolve() if where.path else path
            target = target / "index.html" if target.is_dir() else target
            found = pages.get(target)
            if not target.is_file() or (found and unquote(where.fragment) not in found.anchors):
                yield f"{path.relative_to(site)}: {link}"


def test_every_link_of_the_site_leads_to_a_file_and_an_anchor_of_it(site: Path) -> None:
    assert len(list(site.rglob("*.html"))) > 50
    assert list(broken(site)) == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<a href="gone/">1</a><a href="#no">2</a><p id="yes">')
    assert [each.partition(": ")[2] for each in broken(tmp_path)] == ["gone/", "#no"]


def test_the_site_loads_nothing_from_elsewhere(site: Path) -> None:
    for path in site.rglob("*.html"):
        loaded = (urlsplit(each) for each in Page(path.read_text("utf-8")).loaded)
        assert not [each.netloc for each in loaded if each.netloc], path


def test_the_reference_from_docstrings_has_what_is_exported(site: Path) -> None:
    import quire
    import quire.cvc
    import quire.finalfusion

    anchors = Page((site / "docs/reference/docstrings/index.html").read_text("utf-8")).anchors
    for module in (quire.cvc, quire.finalfusion):
        missing = {f"{module.__name__}.{name}" for name in module.__all__} - anchors
        assert missing == set()
    assert {"quire.open", "quire.compile", "quire.parts", "quire.FormatError"} <= anchors


def test_the_charts_show_the_tables_of_the_benchmarks() -> None:
    results = RESULTS.read_text(encoding="utf-8")
    for chart in CHARTS:
        assert len(rows(chart, results)) == 6
        assert (IMAGES / chart.name).read_text(encoding="utf-8") == drawn(chart, results)
