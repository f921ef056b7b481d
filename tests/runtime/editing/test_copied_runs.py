"""Elements of a list that an edit leaves alone: their bytes are copied, checksums included."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime import Struct
from quire.runtime.errors import ChecksumError

SUMS = """
meta: {id: sums, endian: le}
seq:
  - {id: tag, type: str, size: 2, encoding: ASCII}
  - {id: num_items, type: u2}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items}
  - {id: total, type: u4, -checksum: {algorithm: crc32, over: items}}
types:
  item:
    seq:
      - {id: kind, type: u1}
      - {id: len_body, type: u2}
      - {id: body, size: len_body}
      - {id: crc, type: u4, -checksum: {algorithm: crc32, over: body}}
"""
BY_PLACE = SUMS.replace(
    "      - {id: body,", "      - {id: pad, size: (-_io.pos) % 4}\n      - {id: body,"
)
TO_THE_END = """
meta: {id: ended, endian: le}
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: len_body, type: u2}
      - {id: body, size: len_body}
      - {id: crc, type: u4, -checksum: {algorithm: crc32, over: body}}
      - {id: note, type: strz, encoding: ASCII, eos-error: false}
"""
RAGGED = """
meta: {id: ragged, endian: le, bit-endian: be}
seq:
  - {id: num_items, type: u2}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items}
types:
  item:
    seq:
      - {id: low, type: b4}
      - {id: len_body, type: u1}
      - {id: body, size: len_body}
      - {id: crc, type: u4, -checksum: {algorithm: crc32, over: body}}
      - {id: more, type: b4, if: len_body > 2}
      - {id: high, type: LAST}
"""
Bodies = list[tuple[int, bytes]]


def kind_of(folder: Path, spec: str) -> Any:
    """The class of files of a spec."""
    path = folder / "spec.ksy"
    path.write_text(spec, "utf-8")
    module = quire.compile(path)
    return getattr(module, module.__all__[0])


def file_of(bodies: Bodies, wrong: int | None = None) -> bytes:
    """A file, put together by hand; the checksum of one body may be wrong."""
    items = b"".join(
        struct.pack("<BH", kind, len(body))
        + body
        + struct.pack("<I", zlib.crc32(body) ^ (number == wrong))
        for number, (kind, body) in enumerate(bodies)
    )
    return b"ab" + struct.pack("<H", len(bodies)) + items + struct.pack("<I", zlib.crc32(items))


def some(count: int) -> Bodies:
    return [(n % 5, bytes([n]) * (n % 7)) for n in range(count)]


def grow(items: Any, bodies: Bodies, i: int) -> None:
    items[i].body += b"more"
    bodies[i] = bodies[i][0], bodies[i][1] + b"more"


def alter(items: Any, bodies: Bodies, i: int) -> None:
    items[i].kind = 77
    bodies[i] = 77, bodies[i][1]


def take_out(items: Any, bodies: Bodies, i: int) -> None:
    del items[i], bodies[i]


def put_in(items: Any, bodies: Bodies, i: int) -> None:
    items.insert(i, {"kind": 9, "body": b"new"})
    bodies.insert(i, (9, b"new"))


def move(items: Any, bodies: Bodies, i: int) -> None:
    items.append(items.pop(i))
    bodies.append(bodies.pop(i))


EDITS = (grow, alter, take_out, put_in, move)


@pytest.mark.parametrize("seed", range(40))
def test_what_an_edit_leaves_alone_is_copied(seed: int, tmp_path_factory: Any) -> None:
    drawn, bodies = random.Random(seed), some(20)  # noqa: S311  # no secret
    record = kind_of(tmp_path_factory.mktemp("spec"), SUMS).from_bytes(file_of(bodies))
    for _ in range(drawn.randint(1, 4)):
        drawn.choice(EDITS)(record.items, bodies, drawn.randrange(len(bodies)))
        if drawn.random() < 0.5:
            assert record.to_bytes() == file_of(bodies)
    assert record.to_bytes() == file_of(bodies)
    record.tag = "xy"
    assert record.to_bytes() == b"xy" + file_of(bodies)[2:]


@pytest.mark.parametrize("edit", [grow, put_in, take_out])
def test_a_checksum_that_was_wrong_stays_wrong_where_nothing_has_changed(
    edit: Callable[..., None], tmp_path: Path
) -> None:
    bodies = some(20)
    kind, wrong = kind_of(tmp_path, SUMS), 3
    record = kind.from_bytes(file_of(bodies, wrong))
    edit(record.items, bodies, 10)
    assert record.to_bytes() == file_of(bodies, wrong)
    record = kind.from_bytes(file_of(bodies, wrong))
    record.items[wrong].body += b"more"
    with pytest.raises(ChecksumError, match=r"items\[3\].crc"):
        record.to_bytes()


def test_few_of_many_elements_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bodies, written = some(200), list[Any]()
    record = kind_of(tmp_path, SUMS).from_bytes(file_of(bodies))
    grow(record.items, bodies, 100)
    put = Struct._write_all

    def noted(one: Any, io: Any) -> None:
        written.append(one)
        put(one, io)

    monkeypatch.setattr(Struct, "_write_all", noted)
    assert record.to_bytes() == file_of(bodies)
    assert len(written) < 30


def test_elements_that_go_by_where_they_stand_are_written_anew(tmp_path: Path) -> None:
    kind = kind_of(tmp_path, BY_PLACE)
    bodies: list[dict[str, Any]] = [{"kind": n, "body": bytes(n)} for n in range(12)]
    padded = [{**each, "pad": b""} for each in bodies]

    def built(items: list[dict[str, Any]]) -> Any:
        for n in range(len(items)):  # the pads follow from what is in front of them
            start = 4 + sum(7 + len(each["pad"]) + len(each["body"]) for each in items[:n])
            items[n]["pad"] = bytes(-(start + 3) % 4)
        return kind.build(tag="ab", items=items)

    record = kind.from_bytes(built(padded).to_bytes())
    record.items[5].body += b"m"
    record.items[5].body += b"ore"
    padded[5]["body"] += b"more"
    for each, now in zip(record.items, built(padded).items, strict=True):
        each.pad = now.pad
    assert record.to_bytes() == built(padded).to_bytes()


def test_the_last_element_may_end_otherwise_once_it_is_not_the_last(tmp_path: Path) -> None:
    def item(body: bytes, note: bytes) -> bytes:
        return struct.pack("<H", len(body)) + body + struct.pack("<I", zlib.crc32(body)) + note

    data = b"".join(item(bytes([n]), b"note\0") for n in range(5)) + item(b"last", b"open")
    record = kind_of(tmp_path, TO_THE_END).from_bytes(data)
    record.items.append({"body": b"new", "note": "end"})
    made = record.to_bytes()
    assert made.startswith(data + b"\0")
    again = type(record).from_bytes(made)
    assert [each.note for each in again.items] == ["note"] * 5 + ["open", "end"]


@pytest.mark.parametrize("last", ["b4", "b8", "u1"])
def test_elements_that_share_a_byte_are_written_anew(last: str, tmp_path: Path) -> None:
    kind = kind_of(tmp_path, RAGGED.replace("LAST", last))

    def items(grown: int | None) -> list[dict[str, Any]]:
        return [
            {"low": n % 16, "body": body, "high": n % 13, **({"more": 5} if len(body) > 2 else {})}
            for n in range(30)
            for body in [bytes([n]) * (n % 5) + b"more" * (n == grown)]
        ]

    record = kind.from_bytes(kind.build(items=items(None)).to_bytes())
    record.items[13].body += b"more"
    assert record.to_bytes() == kind.build(items=items(13)).to_bytes()
