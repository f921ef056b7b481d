"""What is in a file never becomes markup or a script of its page."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.view.conftest import Write

SPEC = """
meta: {id: texts, encoding: UTF-8, title: "</title><script>alert(1)</script>"}
seq:
  - {id: texts, type: text, repeat: eos, doc: "</script><img src=x onerror=alert(2)>"}
types:
  text:
    seq:
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text}
  # </script><script>alert(3)</script> -->
"""
EVIL = [
    "</script><script>document.title='taken'</script>",
    "<img src=x onerror=\"document.title='taken'\">",
    "<!--<script>",
    "]]><svg onload=document.title='taken'>",
    "javascript:alert(1)",
    "\u2028\u2029{{7*7}}${7*7}",
    "&lt;b&gt;&amp;",
]


@pytest.fixture
def evil(tmp_path: Path) -> Path:
    (tmp_path / "texts.ksy").write_text(SPEC, encoding="utf-8")
    path = tmp_path / "<img src=x onerror=alert(4)>.bin"
    texts = [text.encode() for text in EVIL]
    path.write_bytes(b"".join(bytes([len(text)]) + text for text in texts))
    return path


def test_no_text_of_a_file_ends_an_element(evil: Path, page_of: Write) -> None:
    page = page_of(evil, "--spec", str(evil.with_name("texts.ksy"))).read_text("utf-8")
    scripts = re.findall(r"<script[^>]*>", page)
    assert len(scripts) == page.count("<script") == page.count("</script>") == 9
    assert "<img" not in page
    assert "<svg onload" not in page
    assert "<!--" not in page


def test_the_page_may_run_its_own_scripts_alone(evil: Path, page_of: Write) -> None:
    page = page_of(evil, "--spec", str(evil.with_name("texts.ksy"))).read_text("utf-8")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    rules = dict(rule.strip().split(" ", 1) for rule in policy[1].replace("&#39;", "'").split(";"))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert "unsafe" not in policy[1]
    assert "http:" not in policy[1]
    assert all(each.startswith("'sha256-") for each in rules["script-src"].split())
    assert not re.search(r"<[^>]*\s(src|href)=", page.split("<script", 1)[0])


@pytest.mark.browser
def test_texts_are_shown_as_they_are(
    evil: Path, page_of: Write, open_page: Callable[[Path], Any]
) -> None:
    page = open_page(page_of(evil, "--spec", str(evil.with_name("texts.ksy"))))
    assert page.title() == "<img src=x onerror=alert(4)>.bin · quire"
    page.locator("#query").fill("onerror")
    page.locator("#query").press("Enter")
    assert EVIL[1].replace('"', '\\"') in page.locator("#details dl").inner_text()
    assert page.locator("img").count() == 0
    assert page.locator("main script, main iframe, #details a").count() == 0
