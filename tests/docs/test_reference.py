"""Pages of reference are complete: every key, codec, command and option."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
from click import Context, Option

from quire.cli.main import COMMANDS, main
from quire.generator.syntax import keys
from quire.kernels.contract import Codec
from quire.kernels.engine.registry import codecs
from tests.docs.page import headings

REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "reference"


def section(page: str, heading: str) -> str:
    """The text below a heading, up to the next of its kind."""
    text = (REFERENCE / page).read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(heading)}$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"{page} has no heading {heading}"
    return found[1]


@pytest.mark.parametrize("codec", codecs(), ids=lambda codec: codec.name)
def test_every_codec_has_a_section_with_its_parameters(codec: type[Codec]) -> None:
    text = section("codecs.md", f"`{codec.name}`")
    for parameter in fields(codec):
        assert f"`{parameter.name}`" in text


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_a_section_with_its_options(name: str) -> None:
    text = section("command.md", f"`quire {name}`")
    command = main.get_command(Context(main), name)
    assert command is not None
    for parameter in command.params:
        if isinstance(parameter, Option):
            assert f"`{parameter.opts[-1]}" in text or f"`{parameter.opts[0]}" in text


@pytest.mark.parametrize("key", sorted(keys.OWN))
def test_every_key_has_a_section(key: str) -> None:
    assert any(f"`{key}`" in heading for heading in headings(REFERENCE / "language.md"))
