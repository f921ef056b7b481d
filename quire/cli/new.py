"""`quire new NAME`."""

from __future__ import annotations

import re
from pathlib import Path

import click

SPEC = """\
meta:
  id: {name}
  title: What the format is called
  file-extension: {name}
  endian: le
  encoding: UTF-8

doc: |
  What such files are for, and who writes them.

seq:
  - id: magic
    contents: {magic}
  - id: version
    type: u2
    valid: 1
  - id: num_entries
    type: u2
  - id: entries
    type: entry
    repeat: expr
    repeat-expr: num_entries

types:
  entry:
    seq:
      - id: kind
        type: u1
        enum: kinds
      - id: len_label
        type: u1
      - id: label
        type: str
        size: len_label
      - id: value
        type: s4

enums:
  kinds:
    0: plain
    1: special
"""

TEST = '''\
"""Files of {name}: read, edited, and refused where they are damaged."""

from pathlib import Path

import pytest

import quire

FOLDER = Path(__file__).parent
SAMPLE = FOLDER / "sample.{name}"

{kind} = quire.compile(FOLDER / "{name}.ksy").{kind}


def test_a_sample_has_the_values_that_it_should_have():
    file = {kind}.from_file(SAMPLE)
    assert [(each.label, each.value) for each in file.entries] == [("one", 1), ("minus two", -2)]
    assert [each.kind.name for each in file.entries] == ["plain", "special"]


def test_a_file_that_is_built_is_the_sample_byte_for_byte():
    entries = [
        {{"kind": 0, "label": "one", "value": 1}},
        {{"kind": 1, "label": "minus two", "value": -2}},
    ]
    assert {kind}.build(entries=entries).to_bytes() == SAMPLE.read_bytes()


def test_lengths_follow_what_is_edited():
    file = {kind}.from_file(SAMPLE)
    file.entries[0].label = "a longer label"
    again = {kind}.from_bytes(file.to_bytes())
    assert [each.label for each in again.entries] == ["a longer label", "minus two"]


@pytest.mark.parametrize("length", range(SAMPLE.stat().st_size))
def test_a_file_that_is_cut_off_is_refused(length):
    with pytest.raises(quire.FormatError):
        {kind}.from_bytes(SAMPLE.read_bytes()[:length])
'''

REST = b"\x01\x00\x02\x00\x00\x03one\x01\x00\x00\x00\x01\x09minus two\xfe\xff\xff\xff"
"""The sample after its magic, written down by hand: version, count, two entries."""


@click.command("new")
@click.argument("name")
@click.option(
    "-o",
    "--output",
    "parent",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="Folder that the new one is made in; by itself, the current one.",
)
def command(name: str, parent: Path) -> None:
    """Make a folder NAME with a spec to begin with, a sample file, and tests that pass.

    Nothing that is there already is replaced.
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        message = (
            f"`{name}` is not a name: use a letter, then letters, digits and `_`, all in lower case"
        )
        raise click.UsageError(message)
    folder = parent / name
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        message = f"{folder} exists; choose another name, or another folder with -o"
        raise click.UsageError(message) from None
    magic = name.upper()
    spec = folder / f"{name}.ksy"
    spec.write_text(SPEC.format(name=name, magic=f'"{magic}"'), encoding="utf-8")
    (folder / f"sample.{name}").write_bytes(magic.encode() + REST)
    test = TEST.format(name=name, kind=_class_of(spec))
    (folder / f"test_{name}.py").write_text(test, encoding="utf-8")
    for each in sorted(folder.iterdir()):
        click.echo(each)


def _class_of(spec: Path) -> str:
    """What the class of a spec is called in Python."""
    from quire.importing import compile_spec  # takes time to import

    name: str = compile_spec(spec).__all__[0]
    return name
