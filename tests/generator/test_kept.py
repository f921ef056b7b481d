"""What is kept of a text for the next one makes no difference but of time."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from quire.generator.diagnostics import Problems
from quire.generator.source import Source
from quire.generator.syntax.kept import MOST_TEXTS, Kept
from quire.generator.syntax.load import load_text
from quire.generator.syntax.parse import parse_spec
from quire.generator.syntax.tree import Spec

SPECS = Path(__file__).resolve().parents[2] / "specs"
PNG = (SPECS / "png.ksy").read_text(encoding="utf-8")

PIECES = (
    "\n", "\n\n", "  ", " ", "\t", "#", " # x", '"', "'", "|", ">", ": ", ":", "- ", "[", "]", "{",
    "}", ",", "&a ", "*a", "<<: *a\n", "<<: {doc: x}\n", "? ", "---\n", "...\n", "%TAG ! tag:x:\n",
    "!!str ", "!x ", "\r", "\r\n", "\u2028", "\x85", "é", "0", "-", "x", "id", "_", "\ufeff",
)  # fmt: skip  # laid out as a table
"""What is typed: what begins or ends something in YAML, and what does not."""


def read(text: str, kept: Kept | None = None) -> tuple[str, str]:
    """The syntax of a text with all its places, and what is wrong with it."""
    problems = Problems()
    node = load_text(Source("x.ksy", text), problems, kept)
    spec = None if node is None else parse_spec(node, problems, kept)
    return repr(spec), problems.text()


def typed(text: str, dice: random.Random) -> str:
    """A text after something was typed, deleted, moved, copied or indented in it."""
    lines = text.split("\n")
    at = dice.randrange(len(lines))
    many = dice.choice((1, 1, 2, 5, 40))
    match dice.randrange(6):
        case 0 | 1:
            place = dice.randrange(len(text) + 1)
            return text[:place] + dice.choice(PIECES) + text[place:]
        case 2:
            place = dice.randrange(len(text) + 1)
            return text[:place] + text[place + many :]
        case 3:
            lines[at:at] = lines[dice.randrange(len(lines)) :][:many]
        case 4:
            lines[at : at + many] = []
        case 5:
            by = dice.choice(("  ", " ", "    "))
            moved = lines[at : at + many]
            lines[at : at + many] = (
                [each.removeprefix(by) for each in moved]
                if dice.randrange(2)
                else [by + each for each in moved]
            )
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", ["png", "zip", "cvc"])
def test_whatever_is_typed_is_read_as_a_text_that_nobody_typed(name: str, seed: int) -> None:
    dice = random.Random(f"{name} {seed}")  # noqa: S311  # nothing is secret
    text, kept = (SPECS / f"{name}.ksy").read_text(encoding="utf-8"), Kept()
    read(text, kept)
    for _ in range(15):
        changed = typed(text, dice)
        assert read(changed, kept) == read(changed)
        if dice.randrange(3):
            text = changed  # else it is taken back


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("doc: a\u2028b", "doc: a\nb"),
        ("doc: |\n  a\n\nseq: []", "doc: |+\n  a\n\nseq: []"),
        ("types: {a: {doc: '\n  x: 1'}}", "types: {a: {doc: '\n  x: 2'}}"),
    ],
)  # ways of a line to end, and lines that look like keys
def test_a_line_is_another_one_where_it_ends_or_means_something_else(
    before: str, after: str
) -> None:
    kept = Kept()
    frame = "meta: {{id: x}}\ntypes:\n  t:\n    types:\n      u:\n        seq: []\n{}\n"
    read(frame.format(before), kept)
    assert read(frame.format(after), kept) == read(frame.format(after))


def spec_of(text: str, kept: Kept) -> Spec:
    """A spec that makes sense."""
    problems = Problems()
    node = load_text(Source("x.ksy", text), problems, kept)
    assert node is not None
    return parse_spec(node, problems, kept)


def test_types_that_nobody_changed_are_taken_again() -> None:
    kept = Kept()
    before = spec_of(PNG, kept)
    changed = PNG.replace("num_channels", "num_colours")
    after = spec_of(changed, kept)
    same = {
        new.id for old, new in zip(before.root.types, after.root.types, strict=True) if old is new
    }
    touched = {each.id for each in after.root.types if "num_colours" in repr(each)}
    assert touched
    touched |= {"compressed_text", "international_text"}  # an alias in them stands for other lines
    assert same == {each.id for each in after.root.types} - touched


def test_what_is_in_a_part_is_kept_with_it() -> None:
    kept = Kept()
    text = "meta: {id: x}\ntypes:\n  t:\n    instances:\n"
    text += "      a:\n        value: 1\n      b:\n        value: 2\n      c:\n        value: 3\n"
    [before] = spec_of(text, kept).root.types
    spec_of(text + "doc: one\n", kept)  # the type is taken again as a whole here
    [after] = spec_of(text.replace("3", "4"), kept).root.types
    assert [new is old for new, old in zip(after.instances, before.instances, strict=True)] == [
        True,
        True,
        False,
    ]


def test_what_is_wrong_is_told_again() -> None:
    text, kept = PNG.replace("id: width", "idd: width", 1), Kept()
    first = read(text, kept)
    assert "unknown key `idd`" in first[1]
    assert read(text, kept) == first
    assert read(text + "# more\n", kept) == read(text + "# more\n")


def test_no_text_is_kept_for_ever() -> None:
    kept = Kept()
    before = spec_of(PNG, kept)
    for number in range(MOST_TEXTS):
        after = spec_of(f"{PNG}# {number}\n", kept)
    assert all(old is not new for old, new in zip(before.root.types, after.root.types, strict=True))
