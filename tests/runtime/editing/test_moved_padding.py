"""Bytes that no field tells go with their records: padding of texts, when records are moved."""

from __future__ import annotations

import random
import struct
from pathlib import Path
from typing import Any

import pytest

import quire

ENTRY = """
  entry:
    seq:
      - {id: name, type: strz, size: 16, encoding: ASCII}
      - {id: ofs, type: u4}
      - {id: len, type: u4}
    instances: {body: {io: _root._io, pos: ofs, size: len}}
"""
PLACED = f"""
meta: {{id: archive, endian: le}}
seq: [{{id: ofs_index, type: u4}}, {{id: len_index, type: u4}}]
instances: {{index: {{pos: ofs_index, size: len_index, type: index}}}}
types:
  index: {{seq: [{{id: entries, type: entry, repeat: eos}}]}}
{ENTRY}"""
PLAIN = """
meta: {id: plain, endian: le}
seq:
  - {id: len_entries, type: u4}
  - {id: index, type: index, size: len_entries}
types:
  index: {seq: [{id: entries, type: entry, repeat: eos}]}
  entry:
    seq:
      - {id: name, type: strz, size: 16, encoding: ASCII}
      - {id: len, type: u1}
      - {id: body, size: len}
"""
COUNT, EACH = 300, 9


def _names(drawn: random.Random) -> list[bytes]:
    """Names with anything behind what ends them."""
    return [(b"f%d\0" % i + drawn.randbytes(16))[:16] for i in range(COUNT)]


def _placed(names: list[bytes], bodies: list[bytes]) -> bytes:
    made, rows = b"", b""
    for name, body in zip(names, bodies, strict=True):
        rows += name + struct.pack("<II", 8 + len(made), len(body))
        made += body
    return struct.pack("<II", 8 + len(made), len(rows)) + made + rows


def _plain(names: list[bytes], bodies: list[bytes]) -> bytes:
    each = zip(names, bodies, strict=True)
    made = b"".join(name + bytes([len(body)]) + body for name, body in each)
    return struct.pack("<I", len(made)) + made


def _stored_names(which: str, data: bytes) -> list[bytes]:
    """The names, with what is behind them, in the bytes of a file: found without the spec."""
    if which == "placed":
        start, size = struct.unpack_from("<II", data)
        return [data[i : i + 16] for i in range(start, start + size, 24)]
    found, pos = [], 4
    while pos < len(data):
        found.append(data[pos : pos + 16])
        pos += 17 + data[pos + 16]
    return found


def _edit(some: Any, drawn: random.Random) -> None:
    """Move, exchange or take out elements; the same for a list of anything."""
    for _ in range(drawn.choice((1, 2, 4))):
        i, j = drawn.randrange(len(some)), drawn.randrange(len(some))
        match drawn.randrange(3):
            case 0:
                some[i], some[j] = some[j], some[i]
            case 1:
                some.insert(j, some.pop(i))
            case 2:
                del some[i]


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("which", ["placed", "plain"])
def test_what_is_behind_a_text_goes_with_it(which: str, seed: int, kinds: dict[str, Any]) -> None:
    drawn = random.Random(seed)  # noqa: S311  # no secret
    names = _names(drawn)
    bodies = [drawn.randbytes(EACH if seed % 2 else drawn.randrange(EACH)) for _ in names]
    data = (_placed if which == "placed" else _plain)(names, bodies)
    record = kinds[which].from_bytes(data)
    for i in drawn.sample(range(COUNT), drawn.choice((0, 1, 40, COUNT))):
        assert record.index.entries[i].name.encode() == names[i].split(b"\0")[0]
    expected, seed_of_edits = [*zip(names, bodies, strict=True)], drawn.random()
    for some in (record.index.entries, expected):
        _edit(some, random.Random(seed_of_edits))  # noqa: S311  # the same for both
    made = record.to_bytes()
    assert _stored_names(which, made) == [name for name, _ in expected]
    again = kinds[which].from_bytes(made)
    assert [each.body for each in again.index.entries] == [body for _, body in expected]


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    found = {}
    for which, spec in (("placed", PLACED), ("plain", PLAIN)):
        path: Path = tmp_path_factory.mktemp("spec") / f"{which}.ksy"
        path.write_text(spec)
        module = quire.compile(path)
        found[which] = getattr(module, module.__all__[0])
    return found
