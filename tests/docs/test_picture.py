"""The first picture of the README, and the diagram of a spec, are what the command gives."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from quire.cli.main import main

IMAGES = Path(__file__).parents[2] / "docs" / "images"
SVG = "{http://www.w3.org/2000/svg}"


def test_the_picture_shows_what_the_command_prints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(IMAGES)
    printed = CliRunner().invoke(main, ["dump", "q.png"]).output
    picture = ET.parse(IMAGES / "dump.svg").getroot()  # noqa: S314  # our own
    lines = ["".join(text.itertext()) for text in picture.iter(f"{SVG}text")]
    assert lines == ["$ quire dump q.png", *(line.strip() for line in printed.splitlines())]


def test_the_readme_shows_it_first() -> None:
    text = (IMAGES.parents[1] / "README.md").read_text(encoding="utf-8")
    assert text.count("](docs/images/") == 2  # and a chart, further down
    assert text.index("](docs/images/dump.svg)") < text.index("\n## ")


def test_the_diagram_is_what_the_command_draws_of_the_spec() -> None:
    spec = IMAGES.parents[1] / "specs" / "gif.ksy"
    drawn = CliRunner().invoke(main, ["doc", str(spec), "--format", "svg"]).output
    assert drawn == (IMAGES / "gif.svg").read_text(encoding="utf-8")
