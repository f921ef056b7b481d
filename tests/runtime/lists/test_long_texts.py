"""Long lists of records with texts: none is made that nobody looks at, where all are of ASCII."""

from __future__ import annotations

import gc
import mmap
import pickle
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime.lists import rows
from quire.runtime.lists.lazy import Lazy

SPEC = """
meta: {{id: texts, endian: le, encoding: {encoding}}}
seq: [{{id: names, type: name, repeat: eos}}]
types:
  name: {{seq: [{{id: text, type: str, size: 16}}]}}
"""

COUNTED = """
meta: {id: counted, endian: le}
seq:
  - {id: num_names, type: u4}
  - {id: names, type: name, repeat: expr, repeat-expr: num_names}
types:
  name:
    seq:
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text, encoding: UTF-8}
"""

COUNT = 70_000
TEXTS = [f"{i:016d}" for i in range(COUNT)]
NAMES = "".join(TEXTS).encode()

Compiled = Callable[[str], Any]


@pytest.fixture
def compiled(tmp_path: Path) -> Compiled:
    """What compiles a spec, and gives its class."""

    def made(spec: str) -> Any:
        path = tmp_path / "spec.ksy"
        path.write_text(spec, encoding="utf-8")
        module = quire.compile(path)
        return getattr(module, module.__all__[0])

    return made


def there(of: type[Any]) -> int:
    """How many records of a type there are."""
    return sum(type(each) is of for each in gc.get_objects())


@pytest.mark.parametrize("encoding", ["ASCII", "UTF-8", "ISO-8859-1", "SJIS"])
def test_one_of_them_is_made_alone(encoding: str, compiled: Compiled) -> None:
    kind = compiled(SPEC.format(encoding=encoding))
    file = kind.from_bytes(NAMES)
    assert isinstance(file.names, Lazy)
    assert len(file.names) == COUNT
    assert there(kind.Name) == 0
    assert [file.names[i].text for i in (0, 12_345, -1)] == [TEXTS[0], TEXTS[12_345], TEXTS[-1]]
    assert there(kind.Name) == 3
    assert file.to_bytes() == NAMES


def test_texts_whose_lengths_are_told_are_found(compiled: Compiled) -> None:
    texts = [text[: 14 + i % 3] for i, text in enumerate(TEXTS)]
    stored = "".join(chr(len(text)) + text for text in texts)
    data = struct.pack("<I", COUNT) + stored.encode()
    kind = compiled(COUNTED)
    file = kind.from_bytes(data)
    assert file.names[50_000].text == texts[50_000]
    assert there(kind.Name) == 1
    assert [each.text for each in file.names] == texts


@pytest.mark.parametrize("where", [0, 30_000, COUNT - 1])
def test_a_text_that_is_wrong_is_refused_when_the_list_is_read(
    where: int, compiled: Compiled
) -> None:
    data = bytearray(NAMES)
    data[16 * where + 5] = 0xFF
    kind = compiled(SPEC.format(encoding="UTF-8"))
    with pytest.raises(quire.FormatError) as caught:
        kind.from_bytes(bytes(data))
    assert (caught.value.path, caught.value.offset) == (f"names[{where}].text", 16 * where + 5)


def test_texts_beyond_ascii_are_what_they_are(compiled: Compiled) -> None:
    data = bytearray(NAMES)
    data[1600:1602] = "é".encode()
    file = compiled(SPEC.format(encoding="UTF-8")).from_bytes(bytes(data))
    found = [file.names[i].text for i in (99, 100, 101)]
    assert found == [TEXTS[99], "é" + TEXTS[100][2:], TEXTS[101]]


def test_an_encoding_of_other_bytes_is_not_taken_for_ascii(compiled: Compiled) -> None:
    file = compiled(SPEC.format(encoding="UTF-16LE")).from_bytes(NAMES)
    assert not isinstance(file.names, Lazy)
    assert file.names[12].text == TEXTS[12].encode().decode("utf-16-le")


def test_what_is_looked_through_is_what_is_kept(
    compiled: Compiled, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(NAMES)
    looked_through = rows._are_sure

    def changing(kind: Any, stored: memoryview) -> bool:
        sure = looked_through(kind, stored)
        with path.open("r+b") as opened:
            opened.write(b"\xff")
        return sure

    monkeypatch.setattr(rows, "_are_sure", changing)
    mapped = compiled(SPEC.format(encoding="UTF-8")).from_file(path, mmap=True)
    assert isinstance(mapped.names, Lazy)
    assert path.read_bytes()[:1] == b"\xff"
    assert mapped.names[0].text == TEXTS[0]


def test_texts_of_bytes_that_change_afterwards_are_those_that_were_looked_at(
    compiled: Compiled, tmp_path: Path
) -> None:
    kind = compiled(SPEC.format(encoding="UTF-8"))
    buffer = bytearray(NAMES)
    file = kind.from_bytes(memoryview(buffer))
    buffer[16 * 777] = 0xFF
    assert file.names[777].text == TEXTS[777]
    path = tmp_path / "names"
    path.write_bytes(NAMES)
    mapped = kind.from_file(path, mmap=True)
    with path.open("r+b") as opened, mmap.mmap(opened.fileno(), 0) as changed:
        changed[16 * 888] = 0xFF
    assert mapped.names[888].text == TEXTS[888]
    assert pickle.loads(pickle.dumps(file)).names[5].text == TEXTS[5]  # noqa: S301  # made here


def test_an_edit_is_written_among_those_that_nobody_looked_at(compiled: Compiled) -> None:
    file = compiled(SPEC.format(encoding="ASCII")).from_bytes(NAMES)
    file.names[400].text = "x" * 16
    expected = bytearray(NAMES)
    expected[6400:6416] = b"x" * 16
    assert file.to_bytes() == expected


def test_records_of_texts_without_bytes_are_read_one_by_one(compiled: Compiled) -> None:
    spec = COUNTED.replace("      - {id: len_text, type: u1}\n", "").replace("len_text", "0")
    file = compiled(spec).from_bytes(struct.pack("<I", 3))
    assert [each.text for each in file.names] == ["", "", ""]
