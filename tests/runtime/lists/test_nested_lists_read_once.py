"""Long lists in records of a file: those that nobody has looked at are left unread, too."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime.errors import FormatError
from quire.runtime.lists import read_once
from quire.runtime.lists.lazy import Lazy, is_lazy
from tests.runtime.lists.reads import counted
from tests.runtime.lists.test_read_once import EDITS, Edit

ITEM = """
  item: {seq: [{id: head, type: head}, {id: body, size: head.len}]}
  head: {seq: [{id: len, type: u1}]}
"""
SIZED = f"""
meta: {{id: sized, endian: le}}
seq: [{{id: len_box, type: u4}}, {{id: box, type: box, size: len_box}}, {{id: tail, type: u1}}]
types:
  box: {{seq: [{{id: kind, type: u1}}, {{id: items, type: item, repeat: eos}}]}}
{ITEM}"""
COUNTED = f"""
meta: {{id: counted, endian: le}}
seq: [{{id: kind, type: u1}}, {{id: box, type: box}}, {{id: tail, type: u1}}]
types:
  box:
    seq:
      - {{id: num_items, type: u2}}
      - {{id: items, type: item, repeat: expr, repeat-expr: num_items, if: _root.kind != 9}}
{ITEM}"""
BOXES = f"""
meta: {{id: boxes, endian: le}}
seq: [{{id: boxes, type: box, repeat: eos}}]
types:
  box: {{seq: [{{id: len_all, type: u4}}, {{id: all, type: all, size: len_all}}]}}
  all: {{seq: [{{id: items, type: item, repeat: eos}}]}}
{ITEM}"""
NEST = """
meta: {id: nest, endian: le}
seq: [{id: top, type: node}]
types:
  node:
    seq:
      - {id: kind, type: u1}
      - {id: len_all, type: u4}
      - {id: all, size: len_all, type: {switch-on: kind, cases: {1: nodes}}}
  nodes: {seq: [{id: items, type: node, repeat: eos}]}
"""
AROUND = """
meta: {id: around, endian: le}
seq: [{id: wide, type: u1}, {id: len_box, type: u4}, {id: box, type: box, size: len_box}]
types:
  box: {seq: [{id: kind, type: u1}, {id: items, type: item, repeat: eos}]}
  item:
    seq:
      - {id: head, type: head}
      - {id: body, size: head.len}
      - {id: more, type: u1, if: _root.wide == 1}
      - {id: less, type: u1, if: _parent.kind == 1}
  head: {seq: [{id: len, type: u1}]}
"""
COUNT = 306
File = Callable[[list[bytes]], bytes]


def _item(body: bytes) -> bytes:
    return bytes([len(body)]) + body


def _new(body: bytes) -> dict[str, Any]:
    return {"head": {}, "body": body}


def _sized(bodies: list[bytes]) -> bytes:
    box = b"\7" + b"".join(map(_item, bodies))
    return len(box).to_bytes(4, "little") + box + b"\5"


def _counted(bodies: list[bytes]) -> bytes:
    return b"\7" + len(bodies).to_bytes(2, "little") + b"".join(map(_item, bodies)) + b"\5"


def _boxed(bodies: list[bytes]) -> bytes:
    one = b"".join(map(_item, bodies))
    return b"".join(len(e).to_bytes(4, "little") + e for e in (b"", one, _item(b"x")))


def _bodies(count: int = COUNT) -> list[bytes]:
    return [bytes([2 + i % 9]) * (55 + i % 7) for i in range(count)]


def _compiled(folder: Path, spec: str) -> Any:
    (folder / "spec.ksy").write_text(spec)
    module = quire.compile(folder / "spec.ksy")
    return getattr(module, module.__all__[0])


FORMS: dict[str, tuple[str, File, Callable[[Any], Any]]] = {
    "sized": (SIZED, _sized, lambda record: record.box),
    "counted": (COUNTED, _counted, lambda record: record.box),
    "in a list": (BOXES, _boxed, lambda record: record.boxes[1].all),
}


@pytest.fixture(scope="module", params=FORMS)
def form(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    spec, file_of, holder = FORMS[request.param]
    return _compiled(tmp_path_factory.mktemp("spec"), spec), file_of, holder


def test_what_nobody_has_looked_at_is_not_read_again(
    form: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, file_of, holder = form
    bodies = _bodies()
    record = kind.from_bytes(file_of(bodies))
    read = counted(monkeypatch)
    assert record.to_bytes() == file_of(bodies)
    items = holder(record).items
    assert isinstance(items, Lazy)
    assert read.count(kind.Item) <= 1
    read.clear()
    items[7].body = bodies[7] = b"longer" * 20
    assert record.to_bytes() == file_of(bodies)
    assert isinstance(items, Lazy)
    assert {*items._made} == {7}
    assert read.count(kind.Item) < 8
    assert items[7]._parent is holder(record)


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("looked", [(), (3,), (0, 150, COUNT - 1), range(COUNT)])
def test_edits_are_those_of_a_list_of_bytes(form: Any, edit: Edit, looked: Any) -> None:
    kind, file_of, holder = form
    bodies = _bodies()
    record = kind.from_bytes(file_of(bodies))
    items = holder(record).items
    for i in looked:
        assert bytes(items[i].body) == bodies[i]
    edit(items, _new)
    edit(bodies, lambda body: body)
    data = file_of(bodies)
    assert record.to_bytes() == data
    assert record.to_bytes() == data  # and again
    assert [bytes(each.body) for each in items] == bodies
    assert kind.from_bytes(data).to_bytes() == data


def test_what_is_refused_leaves_all_elements_as_they_were(form: Any) -> None:
    kind, file_of, holder = form
    record = kind.from_bytes(file_of(_bodies()))
    items = holder(record).items
    before = items[7].body
    items[7].body = bytes(300)
    with pytest.raises(FormatError, match=r"items\[7\]"):
        record.to_bytes()
    items[7].body = before
    assert record.to_bytes() == file_of(_bodies())


@pytest.mark.parametrize("again", [copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))])  # noqa: S301  # its own
def test_copies_are_written_as_what_they_are_copies_of(
    form: Any, again: Callable[[Any], Any]
) -> None:
    kind, file_of, holder = form
    bodies = _bodies()
    record = kind.from_bytes(file_of(bodies))
    holder(record).items[7].body = bodies[7] = b"more"
    other = again(record)
    holder(other).items[8].body = b"else"
    assert record.to_bytes() == file_of(bodies)
    assert other.to_bytes() == file_of([*bodies[:8], b"else", *bodies[9:]])


def test_a_record_with_a_list_goes_into_another_file(tmp_path: Path) -> None:
    kind = _compiled(tmp_path, SIZED)
    others = [b"z" * 60 for _ in range(COUNT + 5)]
    record, other = kind.from_bytes(_sized(_bodies())), kind.from_bytes(_sized(others))
    other.box.items[3].body = others[3] = b"three"
    record.box = other.box
    assert record.to_bytes() == _sized(others)
    record.box.items[4].body = others[4] = b"four"
    assert record.to_bytes() == _sized(others)


def test_a_list_is_that_of_another_record(tmp_path: Path) -> None:
    kind = _compiled(tmp_path, BOXES)
    bodies = _bodies()
    record = kind.from_bytes(_boxed(bodies))
    record.boxes[1].all.items, record.boxes[2].all.items = (
        record.boxes[2].all.items,
        record.boxes[1].all.items,
    )
    one, other = _item(b"x"), b"".join(map(_item, bodies))
    made = b"".join(len(e).to_bytes(4, "little") + e for e in (b"", one, other))
    assert record.to_bytes() == made
    record.boxes.reverse()
    made = b"".join(len(e).to_bytes(4, "little") + e for e in (other, one, b""))
    assert record.to_bytes() == made


@pytest.mark.parametrize("out", [0, 1, 2])
def test_boxes_are_taken_out_and_put_in_around_it(tmp_path: Path, out: int) -> None:
    kind = _compiled(tmp_path, BOXES)
    bodies = _bodies()
    record = kind.from_bytes(_boxed(bodies))
    record.boxes[1].all.items[5].body = bodies[5] = b"five"
    all_ = [b"", b"".join(map(_item, bodies)), _item(b"x")]
    del record.boxes[out], all_[out]
    record.boxes.insert(0, {"all": {"items": [_new(b"new")]}})
    all_.insert(0, _item(b"new"))
    assert record.to_bytes() == b"".join(len(e).to_bytes(4, "little") + e for e in all_)


def _node(kind: int, data: bytes) -> bytes:
    return bytes([kind]) + len(data).to_bytes(4, "little") + data


def _nest(bodies: list[list[bytes]]) -> bytes:
    inner = (_node(1, b"".join(_node(0, body) for body in each)) for each in bodies)
    return _node(1, b"".join(inner))


@pytest.mark.parametrize("seed", range(40))
def test_lists_in_elements_of_lists_are_edited(seed: int, tmp_path: Path) -> None:
    draw = random.Random(seed)  # noqa: S311  # no secret
    kind = _compiled(tmp_path, NEST)
    sizes = [draw.choice((3, 90, 300)) for _ in range(draw.choice((2, 20, 70)))]
    bodies = [[bytes([draw.randrange(256)]) * draw.randrange(300) for _ in range(n)] for n in sizes]
    record = kind.from_bytes(_nest(bodies))
    nodes = record.top.all.items
    for _ in range(3):
        for _ in range(draw.randrange(1, 4)):
            i = draw.randrange(len(bodies))
            inner, n = nodes[i].all.items, draw.randrange(len(bodies[i]))
            way = draw.randrange(6)
            if way < 3:
                inner[n].all = bodies[i][n] = b"!" * draw.choice((len(bodies[i][n]), 7, 0))
            elif way == 3:
                inner.insert(n, {"kind": 0, "all": b"new"})
                bodies[i].insert(n, b"new")
            elif way == 4 and len(bodies[i]) > 1:
                del inner[n], bodies[i][n]
            elif len(bodies) > 1:
                del nodes[i], bodies[i]
        assert record.to_bytes() == _nest(bodies)
        if draw.randrange(3) == 0:
            assert [bytes(each.all) for each in nodes[0].all.items] == bodies[0]
    assert [bytes(each.all) for node in nodes for each in node.all.items] == [*chain(*bodies)]


def _around(wide: int, kind: int, bodies: list[bytes]) -> bytes:
    tail = b"\1" * (wide == 1) + b"\2" * (kind == 1)
    box = bytes([kind]) + b"".join(_item(body) + tail for body in bodies)
    return bytes([wide]) + len(box).to_bytes(4, "little") + box


@pytest.mark.parametrize("wide", [0, 1])
@pytest.mark.parametrize("kind", [0, 1])
def test_what_elements_look_up_around_the_list_may_be_another(
    wide: int, kind: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bodies = _bodies()
    around = _compiled(tmp_path, AROUND)
    record = around.from_bytes(_around(wide, kind, bodies))
    read = counted(monkeypatch)
    record.box.items[9].body = bodies[9] = b"nine"
    assert record.to_bytes() == _around(wide, kind, bodies)
    assert is_lazy(record.box.items)
    assert read.count(around.Item) < 8
    for name, of in (("wide", record), ("kind", record.box)):
        was = getattr(of, name)
        setattr(of, name, 1 - was)
        with pytest.raises(FormatError, match=r"items\[0\]"):
            record.to_bytes()
        setattr(of, name, 2 if was == 0 else was)
        told = {"wide": wide, "kind": kind} | {name: getattr(of, name)}
        assert record.to_bytes() == _around(told["wide"], told["kind"], bodies)
        setattr(of, name, was)


def test_what_elements_look_up_is_that_of_the_record_that_was_theirs(tmp_path: Path) -> None:
    """Not of the one that stood in the place that it has now."""
    spec = BOXES.replace("all: {seq: [", "all: {seq: [{id: kind, type: u1}, ").replace(
        "size: head.len}", "size: head.len}, {id: less, type: u1, if: _parent.kind == 1}"
    )
    kind, bodies = _compiled(tmp_path, spec), _bodies()

    def box(told: int) -> bytes:
        data = bytes([told]) + b"".join(_item(each) + b"\2" * told for each in bodies)
        return len(data).to_bytes(4, "little") + data

    record = kind.from_bytes(box(0) + box(1))
    del record.boxes[0]
    assert record.to_bytes() == box(1)
    record.boxes[0].all.kind = 0
    with pytest.raises(FormatError, match="less"):
        record.to_bytes()
    for each in record.boxes[0].all.items:
        del each.less
    assert record.to_bytes() == box(0)


def test_lists_of_what_was_unpacked_are_lists_as_any(tmp_path: Path) -> None:
    packed = SIZED.replace("type: box, size", "type: box, process: xor(3), size")
    kind = _compiled(tmp_path, packed)
    plain = _sized(_bodies())
    size = len(plain) - 5

    def file_of(data: bytes) -> bytes:
        return data[:4] + bytes(each ^ 3 for each in data[4:-1]) + data[-1:]

    assert size > 1 << 14
    record = kind.from_bytes(file_of(plain))
    assert not isinstance(record.box.items, Lazy)
    bodies = _bodies()
    record.box.items[7].body = bodies[7] = b"seven"
    assert record.to_bytes() == file_of(_sized(bodies))


def test_lists_that_something_names_are_lists_as_any(tmp_path: Path) -> None:
    named = SIZED.replace("{id: tail, type: u1}", "{id: tail, type: u1, if: box.items.size > 0}")
    record = _compiled(tmp_path, named).from_bytes(_sized(_bodies()))
    assert not isinstance(record.box.items, Lazy)


def test_lists_in_records_of_another_spec_are_lists_as_any(tmp_path: Path) -> None:
    (tmp_path / "sized.ksy").write_text(SIZED)
    (tmp_path / "outer.ksy").write_text(
        "meta: {id: outer, imports: [sized]}\nseq: [{id: inner, type: sized}]\n"
        "instances: {first: {value: 'inner.box.items[0].head.len'}}\n"
    )
    kind = quire.compile(tmp_path / "outer.ksy").Outer
    record = kind.from_bytes(_sized(_bodies()))
    assert not isinstance(record.inner.box.items, Lazy)
    assert record.first == 55
    record.inner.box.items[0].body = b"x"
    assert kind.from_bytes(record.to_bytes()).first == 1


@pytest.mark.parametrize("seed", range(60))
def test_edits_do_the_same_as_if_all_had_been_looked_at(
    seed: int, form: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = _outcome(form, seed)
    monkeypatch.setattr(read_once, "MOST_WITHIN", 1 << 30)
    assert found == _outcome(form, seed)


def _outcome(form: Any, seed: int) -> list[Any]:
    draw = random.Random(seed)  # noqa: S311  # no secret
    kind, file_of, holder = form
    record = kind.from_bytes(file_of(_bodies()))
    came: list[Any] = []
    for _ in range(4):
        items = holder(record).items
        for _ in range(draw.randrange(1, 4)):
            _edit(items, draw)
        try:
            came.append(record.to_bytes())
        except FormatError as error:
            came.append(str(error))
            holder(record).items[:] = []
        came.append(draw.randrange(3) and [repr(each) for each in items[3:6]])
    return came


def _edit(items: Any, draw: random.Random) -> None:
    i = draw.randrange(len(items) + 1)
    way = draw.randrange(8)
    if way == 0:
        items.insert(i, _new(b"new"))
    elif i == len(items):
        items.append(_new(b"last"))
    elif way == 1:
        del items[i]
    elif way == 2:
        items.insert(draw.randrange(len(items)), items.pop(i))
    elif way == 3:
        items.insert(draw.randrange(len(items)), copy.deepcopy(items[i]))
    elif isinstance(items[i], dict):
        items[i]["body"] = b"another"
    elif way == 4 and draw.randrange(4) == 0:
        items[i].head.len = 3
    else:
        items[i].body = b"?" * draw.randrange(99)
