"""Padding of which the spec does not say what it is made of is refused with the key for that."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quire

SPEC = """
meta: {id: chunks, endian: le, encoding: ASCII}
seq:
  - {id: name, type: str, size: 8}
  - {id: items, type: item, repeat: eos}
types:
  item:
    seq:
      - {id: len_body, type: u1}
      - {id: body, size: len_body}
      - {id: pad, size: len_body % 2}
"""
OVERLAY = """
meta: {-overlay: chunks.ksy}
types: {item: {seq: [{id: pad, -fill: 0}]}}
"""
DATA = b"aluminum" + b"\3abc\0" + b"\2de"
ADVICE = r" \(if it is padding, `-fill: 0` in the spec or an overlay has a writer fill it\)"


def compiled(folder: Path, *, filled: bool) -> Any:
    (folder / "chunks.ksy").write_text(SPEC, encoding="utf-8")
    (folder / "chunks.quire.yaml").write_text(OVERLAY, encoding="utf-8")
    overlays = [folder / "chunks.quire.yaml"] if filled else []
    return quire.compile(folder / "chunks.ksy", overlays=overlays).Chunks


@pytest.mark.parametrize(
    ("index", "body", "what", "written"),
    [
        (0, b"abcd", r"items\[0\]\.pad .*expected 0 bytes{}, found 1 bytes", b"\4abcd\2de"),
        (1, b"f", r"items\[1\]\.pad .*expected 1 bytes{}, found 0 bytes", b"\3abc\0\1f\0"),
    ],
)
def test_the_key_that_the_error_names_mends_it(
    index: int, body: bytes, what: str, written: bytes, tmp_path: Path
) -> None:
    chunks = compiled(tmp_path, filled=False).from_bytes(DATA)
    chunks.items[index].body = body
    with pytest.raises(quire.FormatError, match=what.format(ADVICE)):
        chunks.to_bytes()
    chunks = compiled(tmp_path, filled=True).from_bytes(DATA)
    chunks.items[index].body = body
    assert chunks.to_bytes() == b"aluminum" + written


def test_what_has_a_size_of_its_own_is_no_padding(tmp_path: Path) -> None:
    chunks = compiled(tmp_path, filled=False).from_bytes(DATA)
    chunks.name = "tin"
    with pytest.raises(quire.FormatError, match=r"name .*expected 8 bytes, found 3 bytes"):
        chunks.to_bytes()
