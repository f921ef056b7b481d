"""Files that are read while they are shown: the same lines as at once, in little memory."""

from __future__ import annotations

import struct
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from quire.generated.finalfusion import Finalfusion
from quire.generated.pcap import Pcap
from quire.listing.beside import beside
from quire.listing.data import as_json
from quire.listing.growing import GrowingTree
from quire.listing.nodes import Limits, Listing
from quire.listing.outline import outline
from quire.listing.reading import tree_of
from quire.listing.style import Style
from quire.runtime.feeding.part_types import parted
from quire.testing import generated_bytes
from tests.listing.conftest import Compile

NAMES = """
meta: {id: names, endian: le, encoding: UTF-8}
seq:
  - {id: magic, contents: NM}
  - {id: entries, type: entry, repeat: eos}
types:
  entry:
    seq: [{id: kind, type: u1}, {id: len_name, type: u1}, {id: name, type: str, size: len_name}]
    instances: {twice: {value: kind * 2}}
"""
BLOCK = b"".join(bytes([i % 7, i % 5]) + b"abcde"[: i % 5] for i in range(700))
"""700 entries, of which each has a name of up to four letters."""

PLAIN = Style(colour=False)
AT_ONCE, IN_PARTS = 1 << 40, -1
"""Up to which size a file is read at once: all files, or none."""


def shown(kind: Any, path: Path, limits: Limits, small: int) -> dict[str, str]:
    """What all ways to show a file say of it, and what is wrong with it."""
    found: dict[str, str] = {}
    for way in ("text", "hex", "json"):
        tree = tree_of(kind, path, places=way == "hex", small=small)
        assert isinstance(tree, GrowingTree) == (small == IN_PARTS)
        nodes = Listing(tree, limits).top()
        if way == "text":
            found[way] = "".join(outline(nodes, PLAIN))
        elif way == "json":
            found[way] = "".join(as_json(nodes, lambda tree=tree: tree.error))  # type: ignore[misc]  # it is called here
        else:
            found[way] = "".join(beside(nodes, tree.streams, PLAIN))
        found[f"{way}, error"] = str(tree.error)
    return found


@pytest.mark.parametrize("kind", [Pcap, Finalfusion])
@pytest.mark.parametrize(
    "limits", [Limits(), Limits(2), Limits(None, None, None), Limits(depth=2), Limits(0)]
)
def test_a_file_is_shown_as_if_it_were_read_at_once(
    kind: Any, limits: Limits, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    for seed in range(6):
        data = generated_bytes(kind, seed=seed)
        path.write_bytes(data)
        assert shown(kind, path, limits, IN_PARTS) == shown(kind, path, limits, AT_ONCE)


@pytest.mark.parametrize("kind", [Pcap, Finalfusion])
@pytest.mark.parametrize("limits", [Limits(), Limits(1), Limits(None, None, None)])
def test_so_is_one_that_is_cut_off(kind: Any, limits: Limits, tmp_path: Path) -> None:
    path = tmp_path / "file"
    for seed in range(6):
        data = generated_bytes(kind, seed=seed)
        path.write_bytes(data[: len(data) * (seed + 1) // 8])
        found, expected = (shown(kind, path, limits, small) for small in (IN_PARTS, AT_ONCE))
        del found["hex"], expected["hex"]  # it knows better where elements stand
        assert found == expected


def test_nothing_is_read_before_it_is_asked_for(compiled: Compile, tmp_path: Path) -> None:
    path = tmp_path / "names"
    path.write_bytes(b"NM" + BLOCK * 100)
    passed: list[int] = []
    tree = tree_of(compiled(NAMES), path, places=False, passed=passed.append, small=IN_PARTS)
    lines = outline(Listing(tree, Limits()).top(), PLAIN)
    assert next(lines) == "magic: bytes=2, hex=4e 4d\n"
    assert passed[-1] == 2
    for _ in range(50):
        next(lines)
    assert passed[-1] < 10_000
    assert "".join(lines).endswith(f"  ... {70_000 - 100} more\n")
    assert passed[-1] == path.stat().st_size


@pytest.mark.parametrize("limits", [Limits(), Limits(None, None, None)])
def test_no_more_elements_are_in_memory_than_one_step_gives(
    compiled: Compile, tmp_path: Path, limits: Limits
) -> None:
    path, peaks = tmp_path / "names", []
    kind = compiled(NAMES)
    for number in (30, 120):  # 84 and 336 kB, all mapped or read by the system
        path.write_bytes(b"NM" + BLOCK * number)
        tree = tree_of(kind, path, places=False, small=IN_PARTS)
        lines = outline(Listing(tree, limits).top(), PLAIN)
        tracemalloc.start()
        for _, _line in zip(range(3000), lines, strict=False):
            pass
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert max(peaks) < 1_500_000


def test_elements_of_one_size_that_are_not_shown_are_not_read(
    compiled: Compile, tmp_path: Path
) -> None:
    spec = """
meta: {id: pairs, endian: le}
seq: [{id: pairs, type: pair, repeat: eos}]
types: {pair: {seq: [{id: a, type: u2}, {id: b, type: u1}]}}
"""
    path, passed = tmp_path / "pairs", list[int]()
    path.write_bytes(b"abc" * 100_000)
    tree = tree_of(compiled(spec), path, places=False, passed=passed.append, small=IN_PARTS)
    text = "".join(outline(Listing(tree, Limits(5)).top(), PLAIN))
    assert text.splitlines()[1:3] == ["  [0]: a=25185, b=99", "  [1]: a=25185, b=99"]
    assert text.endswith(f"  ... {100_000 - 5} more\n")
    assert len(passed) < 5


def test_the_element_that_is_wrong_is_shown_behind_those_that_are_not(
    compiled: Compile, tmp_path: Path
) -> None:
    path = tmp_path / "names"
    path.write_bytes(b"NM" + BLOCK * 3 + b"\1\3\xff\xfe\xfd" + BLOCK)
    tree = tree_of(compiled(NAMES), path, places=False, small=IN_PARTS)
    lines = "".join(outline(Listing(tree, Limits(1)).top(), PLAIN)).splitlines()
    at = 2 + len(BLOCK) * 3 + 2
    assert lines[:4] == [
        "magic: bytes=2, hex=4e 4d",
        "entries:",
        "  [0]: kind=0, len_name=0, name=, @twice=0",
        f"  ... {2100 - 1} more",
    ]
    assert lines[4:7] == ["  [2100]:", "    kind: 1", "    len_name: 3"]
    assert lines[7].startswith(f"    name: ! names: entries[2100].name at byte {at}: ")
    assert lines[8].startswith(f"      byte {at}: ff fe fd 00 00 01 01 61")
    assert str(tree.error).startswith(f"names: entries[2100].name at byte {at}: ")


def test_elements_that_others_go_by_are_kept(compiled: Compile) -> None:
    asked = NAMES + "instances: {first: {value: 'entries[0].kind'}}\n"
    assert parted(compiled(NAMES)).kinds
    assert not parted(compiled(asked)).kinds


def test_fields_stand_beside_their_bytes(compiled: Compile, tmp_path: Path) -> None:
    spec = """
meta: {id: held, endian: le}
seq:
  - {id: num, type: u2}
  - {id: flag, type: b1}
  - {id: rest, type: b7}
  - {id: boxes, type: box, repeat: expr, repeat-expr: num}
  - {id: last, type: u4}
instances: {first: {pos: 0, type: u1}}
types: {box: {seq: [{id: len, type: u1}, {id: body, size: len}]}}
"""
    path = tmp_path / "held"
    path.write_bytes(b"\2\0\x85" + b"\x02hi" + b"\x0a0123456789" + struct.pack("<I", 7))
    for small in (AT_ONCE, IN_PARTS):
        tree = tree_of(compiled(spec), path, places=True, small=small)
        text = "".join(beside(Listing(tree, Limits()).top(), tree.streams, PLAIN))
        assert text.splitlines() == [
            " 00000000   02 00                    ..        num: 2",
            " 00000002   85                       .         flag: True",
            " 00000002.1 85                       .         rest: 5",
            " 00000003                                      boxes:",
            " 00000003                                        [0]:",
            " 00000003   02                       .             len: 2",
            " 00000004   68 69                    hi            body: 2 bytes",
            " 00000006                                        [1]:",
            " 00000006   0a                       .             len: 10",
            " 00000007   30 31 32 33 34 35 36 37  01234567      body: 10 bytes",
            " 0000000f   38 39                    89",
            " 00000011   07 00 00 00              ....      last: 7",
            " 00000000   02                       .         @first: 2",
        ]
