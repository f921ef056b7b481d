"""A server over a folder with real specs and small ones."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lsp.client import Client

SPECS = Path(__file__).resolve().parents[2] / "specs"

SMALL = """\
meta: {id: small, endian: le, imports: [shared]}
seq:
  - {id: magic, contents: PAIR}
  - {id: num_parts, type: u2}
  - {id: len_body, type: u4}
  - id: parts
    type: part(len_body)
    repeat: expr
    repeat-expr: num_parts
  - {id: body, size: len_body}
  - {id: tail, type: shared}
instances:
  first_kind:
    value: parts[0].kind
  is_plain:
    value: parts.first.kind == kinds::plain
      and _root.tail.is_last == 1
types:
  part:
    doc: A part of the file.
    params:
      - {id: len_whole, type: u4}
    seq:
      - {id: kind, type: u1, enum: kinds}
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text, encoding: ASCII, doc: What it says.}
      - {id: rest, size: len_whole - _parent.len_body}
enums:
  kinds:
    1: plain
    2: {id: packed, doc: Bytes are packed.}
"""

SHARED = """\
meta: {id: shared, endian: le}
seq:
  - {id: is_last, type: u1}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("specs")
    shutil.copy(SPECS / "zip.ksy", found)
    shutil.copy(SPECS / "png.ksy", found)
    shutil.copy(SPECS / "finalfusion.ksy", found)
    (found / "small.ksy").write_text(SMALL, encoding="utf-8")
    (found / "shared.ksy").write_text(SHARED, encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[Client]:
    found = Client(folder)
    for name in ("zip.ksy", "png.ksy", "small.ksy", "shared.ksy"):
        found.open(name)
    yield found
    assert found.close() == 0
