"""Records of long lists at which nobody has looked follow from an edit as all others do."""

from __future__ import annotations

import copy
import pickle
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime.lists.lazy import is_lazy

COUNT = 1000
PLACED = """
meta: {id: placed, endian: le}
seq: [{id: items, type: item, repeat: expr, repeat-expr: 1000}]
types:
  item:
    seq: [{id: ofs_body, type: u4}, {id: len_body, type: u1}]
    instances:
      body: {pos: ofs_body, size: len_body}
"""
PLACED_LIST = """
meta: {id: placed, endian: le}
seq: [{id: base, type: u4}]
instances: {items: {pos: 4, type: item, repeat: expr, repeat-expr: 1000}}
types:
  item: {seq: [{id: x, type: u4, -derive: _parent.base}, {id: y, type: u4}]}
"""
AROUND = """
meta: {id: around, endian: le}
seq: [{id: base, type: u4}, {id: items, type: item, repeat: eos}]
types:
  item: {seq: [{id: x, type: u4, -derive: _parent.base}, {id: y, type: u4}]}
"""


def compiled(folder: Path, spec: str) -> Any:
    """The class of files of a spec."""
    path = folder / "spec.ksy"
    path.write_text(spec, "utf-8")
    module = quire.compile(path)
    return getattr(module, module.__all__[0])


def placed(bodies: list[bytes]) -> bytes:
    """A file of records that lead to bodies behind all of them."""
    head, there = b"", b""
    for body in bodies:
        head += struct.pack("<IB", 5 * len(bodies) + len(there), len(body))
        there += body
    return head + there


@pytest.fixture
def bodies() -> list[bytes]:
    return [bytes([n % 256]) * (n % 7) for n in range(COUNT)]


@pytest.mark.parametrize("is_looked_at", [False, True])
def test_what_stands_behind_one_that_grows_is_led_to_where_it_is(
    bodies: list[bytes], tmp_path: Path, *, is_looked_at: bool
) -> None:
    record = compiled(tmp_path, PLACED).from_bytes(placed(bodies))
    assert is_lazy(record.items)
    if is_looked_at:
        assert [each.body for each in record.items] == bodies
    record.items[500].body += b"more"
    bodies[500] += b"more"
    assert record.to_bytes() == placed(bodies)
    record.items[3].body += b"!"
    bodies[3] += b"!"
    assert record.to_bytes() == placed(bodies)


@pytest.mark.parametrize(
    "copied",
    [copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))],  # noqa: S301  # our own
    ids=["copy", "pickle"],
)
def test_copies_of_what_was_written_lead_to_where_things_are(
    copied: Callable[[Any], Any], bodies: list[bytes], tmp_path: Path
) -> None:
    kind = compiled(tmp_path, PLACED)
    record = kind.from_bytes(placed(bodies))
    was, bodies[3] = placed(bodies), b"longer than it was"
    record.items[3].body = bodies[3]
    assert record.to_bytes() == placed(bodies)
    other = copied(record)
    for each in (other, record):
        assert each.items[900].ofs_body == kind.from_bytes(placed(bodies)).items[900].ofs_body
        assert [one.body for one in each.items] == bodies
        assert each.to_bytes() == placed(bodies)
        each.items[3].body = bytes([3]) * 3
        assert each.to_bytes() == was


ELEMENTS: dict[str, Callable[[list[Any]], Any]] = {
    "copy": lambda items: copy.deepcopy(items[900]),
    "itself": lambda items: items[900],
    "taken out": lambda items: items.pop(900),
}
ENDED = PLACED.replace("expr, repeat-expr: 1000", "until, repeat-until: _.len_body == 255")


@pytest.mark.parametrize("is_looked_at", [False, True])
@pytest.mark.parametrize("is_elsewhere", [False, True])
@pytest.mark.parametrize("element", ELEMENTS)
def test_what_was_led_on_by_a_write_is_put_in_with_what_it_has(
    element: str, bodies: list[bytes], tmp_path: Path, *, is_elsewhere: bool, is_looked_at: bool
) -> None:
    kind = compiled(tmp_path, ENDED)
    ended = placed([*bodies[:-1], bytes(255)])
    record, other = kind.from_bytes(ended), kind.from_bytes(ended)
    if is_looked_at:
        assert [each.body for each in record.items[:-1]] == bodies[:-1]
    record.items[3].body = bodies[3] = b"longer than it was"
    record.to_bytes()
    whole = other if is_elsewhere else record
    whole.items.insert(0, ELEMENTS[element](record.items))
    again = kind.from_bytes(whole.to_bytes())
    assert again.items[0].body == bodies[900] == whole.items[0].body
    assert record.items[4 if not is_elsewhere else 3].body == bodies[3]


def test_what_is_refused_leaves_all_records_as_they_were(
    bodies: list[bytes], tmp_path: Path
) -> None:
    kind = compiled(tmp_path, PLACED)
    record = kind.from_bytes(placed(bodies))
    record.items[3].body += b"more"
    record.items[999].body = bytes(256)
    with pytest.raises(quire.FormatError, match="items"):
        record.to_bytes()
    assert is_lazy(record.items)
    was = kind.from_bytes(placed(bodies))
    assert [each.ofs_body for each in record.items] == [each.ofs_body for each in was.items]
    record.items[999].body = bodies[999]
    bodies[3] += b"more"
    assert record.to_bytes() == placed(bodies)


@pytest.mark.parametrize("look", ["nowhere", "list", "elements"])
@pytest.mark.parametrize("spec", [AROUND, PLACED_LIST])
def test_what_follows_from_a_field_around_the_list_is_made_anew(
    spec: str, look: str, tmp_path: Path
) -> None:
    def file(base: int) -> bytes:
        return struct.pack("<I", base) + struct.pack("<II", base, 1) * COUNT

    record = compiled(tmp_path, spec).from_bytes(file(7))
    if look == "list":
        assert is_lazy(record.items)
    if look == "elements":
        assert {each.x for each in record.items} == {7}
    record.base = 9
    assert record.to_bytes() == file(9)


@pytest.mark.parametrize("pair", [(3, 700), (700, 3)])
def test_records_change_places_in_whatever_order_they_were_looked_at(
    pair: tuple[int, int], tmp_path: Path
) -> None:
    words = [*range(COUNT)]
    data = struct.pack(f"<I{2 * COUNT}I", 4, *(each for word in words for each in (word, word)))
    record = compiled(tmp_path, PLACED_LIST.replace(", -derive: _parent.base", "")).from_bytes(data)
    here, there = pair
    record.items[here], record.items[there] = record.items[there], record.items[here]
    words[here], words[there] = words[there], words[here]

    written = record.to_bytes()

    assert [x for x, _ in struct.iter_unpack("<II", written[4:])] == words
