"""Members that are put into an archive of many: the others stay the bytes that they were."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest

import quire
from quire.runtime.editing.pairing import entries
from quire.runtime.lists import read_once
from quire.runtime.lists.lazy import is_lazy
from quire.runtime.writing.layout import Layout
from tests.runtime.editing.test_moving import File, compiled, stored
from tests.runtime.editing.test_unseen_entries import ALIGNED, COUNT, FILES, chain, nodes
from tests.runtime.lists.reads import read_back

__all__ = ["nodes"]  # a fixture


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return compiled(tmp_path_factory.mktemp("spec"), ALIGNED)


@pytest.fixture(autouse=True)
def few_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "FEW", 1)


def as_it_is(_: Any) -> None:
    """Look at nothing."""


def all_looked_at(record: Any) -> None:
    for each in record.sections:
        _ = each.body.there.body.head.name if each.kind == 2 else None


def copied(_: Any, record: Any, file: File) -> tuple[Any, Any]:
    """A member and its entry, made of those that are there."""
    member, entry = (copy.deepcopy(record.sections[i]) for i in (3, -2))
    member.body.head.name, member.body.data = file[0].decode(), file[1]
    entry.body.there = member
    return member, entry


def of_another(archive: Any, _: Any, file: File) -> tuple[Any, Any]:
    """A member and its entry, read of another file."""
    other = archive.from_bytes(stored([FILES[0], file]))
    member, entry = other.sections[1], other.sections[3]
    entry.body.there = member
    return member, entry


def built(archive: Any, _: Any, file: File) -> tuple[Any, Any]:
    """Those that come from nowhere."""
    head = archive.Head.build(
        name=file[0].decode(), low=2, rest=0, extra=archive.Extra.build(number=7)
    )
    member = archive.Section.build(kind=1, body=archive.File.build(head=head, data=file[1]))
    body = archive.Entry.build(flags=9, there=member)
    return member, archive.Section.build(kind=2, body=body)


WAYS = [copied, of_another, built]
Put = Callable[[Any, Any, File], tuple[Any, Any]]
NEW: File = (b"new", b"0123456789")


@pytest.mark.parametrize("at", [0, 7, COUNT])
@pytest.mark.parametrize("look", [as_it_is, all_looked_at])
@pytest.mark.parametrize("way", WAYS)
def test_nothing_else_is_laid_out(
    way: Put, look: Callable[[Any], None], at: int, archive: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = archive.from_bytes(stored(FILES))
    look(record)
    member, entry = way(archive, record, NEW)
    record.sections.insert(at, member)
    record.sections.insert(COUNT + 1 + at, entry)
    files = [*FILES[:at], NEW, *FILES[at:]]
    with monkeypatch.context() as patch:
        patch.delattr(Layout, "settle")
        made = record.to_bytes()
    assert made == stored(files)
    assert record.to_bytes() == made
    again = archive.from_bytes(made)
    for i in range(0, 2 * COUNT + 3, 9):
        assert record.sections[i].body == again.sections[i].body
    assert entry.body.there is member
    assert entry.body.ofs == again.sections[COUNT + 1 + at].body.ofs
    assert record.sections[2 * COUNT].body.there is record.sections[COUNT - 1]


def test_nobody_looks_at_the_others(archive: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    record = archive.from_bytes(stored(FILES))
    member, entry = built(archive, record, NEW)
    record.sections.insert(7, member)
    record.sections.insert(COUNT + 8, entry)
    found = read_back(monkeypatch)
    assert record.to_bytes() == stored([*FILES[:7], NEW, *FILES[7:]])
    assert is_lazy(record.sections)
    assert {*record.sections._made} == {7, COUNT + 8, 2 * COUNT + 2}
    assert len(found) <= 9


@pytest.mark.parametrize("look", [as_it_is, all_looked_at])
def test_several_go_where_one_is(
    look: Callable[[Any], None], archive: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = archive.from_bytes(stored(FILES))
    look(record)
    new = [(b"a%d" % i, bytes([i]) * i) for i in range(5)]
    for i, file in enumerate(new):
        member, entry = built(archive, record, file)
        record.sections.insert(7 + i, member)
        record.sections.insert(COUNT + 8 + 2 * i, entry)
    monkeypatch.delattr(Layout, "settle")
    assert record.to_bytes() == stored([*FILES[:7], *new, *FILES[7:]])


@pytest.mark.parametrize("look", [as_it_is, all_looked_at])
def test_one_is_put_in_taken_out_and_edited_at_once(
    look: Callable[[Any], None], archive: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = archive.from_bytes(stored(FILES))
    look(record)
    record.sections[6].body.data = b"more than it was"
    member, entry = copied(archive, record, NEW)
    record.sections.insert(COUNT + 7, entry)
    del record.sections[COUNT + 8], record.sections[7]
    record.sections.insert(7, member)
    files = [*FILES[:6], (FILES[6][0], b"more than it was"), NEW, *FILES[8:]]
    monkeypatch.delattr(Layout, "settle")
    assert record.to_bytes() == stored(files)
    record.sections[7].body.data = b""
    files[7] = NEW[0], b""
    assert record.to_bytes() == stored(files)
    del record.sections[COUNT + 7], record.sections[7]
    assert record.to_bytes() == stored([*files[:7], *files[8:]])


@pytest.mark.parametrize("look", [as_it_is, all_looked_at])
def test_an_entry_that_was_there_leads_to_a_new_member(
    look: Callable[[Any], None], archive: Any
) -> None:
    record = archive.from_bytes(stored(FILES))
    look(record)
    member, _ = built(archive, record, NEW)
    del record.sections[7]
    record.sections.insert(7, member)
    record.sections[COUNT + 7].body.there = member
    assert record.to_bytes() == stored([*FILES[:7], NEW, *FILES[8:]])


@pytest.mark.parametrize("look", [as_it_is, all_looked_at])
def test_a_new_entry_leads_to_a_member_that_was_there(
    look: Callable[[Any], None], archive: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = archive.from_bytes(stored(FILES))
    look(record)
    body = archive.Entry.build(flags=9, there=record.sections[4])
    record.sections.insert(len(record.sections) - 1, archive.Section.build(kind=2, body=body))
    plain = stored(FILES)
    one = stored([*FILES, FILES[4]])
    size = 9 + len(FILES[4][0])
    index = len(plain) - 6 - sum(9 + len(name) for name, _ in FILES)
    place = sum(11 + len(name) + len(data) for name, data in FILES[:4]) + 1
    made = plain[:-6] + b"\2\x09" + place.to_bytes(2, "little") + one[-6 - size + 4 : -6]
    monkeypatch.delattr(Layout, "settle")
    end = bytes([3, *(index - 1).to_bytes(2, "little"), *(len(made) - index).to_bytes(2, "little")])
    assert record.to_bytes() == made + end + bytes([COUNT + 1])


@pytest.mark.parametrize("look", [as_it_is, all_looked_at])
def test_a_member_and_its_entry_stand_in_another_place(
    look: Callable[[Any], None], archive: Any
) -> None:
    record = archive.from_bytes(stored(FILES))
    look(record)
    member, entry = (record.sections[i] for i in (5, COUNT + 5))
    del record.sections[COUNT + 5], record.sections[5]
    record.sections.insert(20, member)
    record.sections.insert(COUNT + 20, entry)
    files = [*FILES[:5], *FILES[6:21], FILES[5], *FILES[21:]]
    assert record.to_bytes() == stored(files)


@pytest.mark.parametrize("look", [as_it_is, all_looked_at])
@pytest.mark.parametrize("way", WAYS)
def test_an_entry_without_its_member_is_refused(
    way: Put, look: Callable[[Any], None], archive: Any
) -> None:
    record = archive.from_bytes(stored(FILES))
    look(record)
    _, entry = way(archive, record, NEW)
    record.sections.insert(COUNT + 5, entry)
    with pytest.raises(quire.FormatError):
        record.to_bytes()
    del record.sections[COUNT + 5]
    assert record.to_bytes() == stored(FILES)


def test_a_position_that_is_given_is_what_it_says(archive: Any) -> None:
    record = archive.from_bytes(stored(FILES))
    member, entry = built(archive, record, NEW)
    entry.body.ofs = 1
    record.sections.insert(7, member)
    record.sections.insert(COUNT + 8, entry)
    with pytest.raises(quire.FormatError, match="ofs"):
        record.to_bytes()
    del record.sections[COUNT + 8], record.sections[7]
    assert record.to_bytes() == stored(FILES)


def test_what_was_put_in_goes_with_copies(archive: Any) -> None:
    record = archive.from_bytes(stored(FILES))
    member, entry = built(archive, record, NEW)
    record.sections.insert(7, member)
    record.sections.insert(COUNT + 8, entry)
    made = stored([*FILES[:7], NEW, *FILES[7:]])
    before = copy.deepcopy(record)
    assert record.to_bytes() == made
    for again in (before, copy.deepcopy(record), pickle.loads(pickle.dumps(record))):  # noqa: S301  # its own
        assert again.to_bytes() == made
        again.sections[7].body.data = b""
        assert again.to_bytes() == stored([*FILES[:7], (b"new", b""), *FILES[7:]])


@pytest.mark.parametrize("seed", range(60))
def test_nodes_that_lead_to_each_other_are_put_in(seed: int, nodes: Any) -> None:
    draw = random.Random(seed)  # noqa: S311  # no secret
    count = draw.randrange(24, 60)
    data = [bytes([n]) * draw.randrange(4) for n in range(count)]
    others = [draw.randrange(count) for _ in range(count)]
    record = nodes.from_bytes(chain(data, others))
    for _ in range(draw.randrange(3)):
        _ = record.nodes[draw.randrange(count)].other
    for turn in range(3):
        at, to = draw.randrange(count + 1), draw.randrange(count)
        new = nodes.Node.build(data=bytes([200 + turn]) * turn, other=record.nodes[to])
        record.nodes.insert(at, new)
        data.insert(at, new.data)
        others.insert(at, to)
        others = [each + (each >= at) for each in others]
        count += 1
        if draw.randrange(2):
            i = draw.randrange(count)
            data[i] = bytes(data[i]) + b"more"
            record.nodes[i].data = data[i]
        if draw.randrange(3) == 0:
            continue
        made = record.to_bytes()
        assert made == chain(data, others)
        again = nodes.from_bytes(made)
        for n in range(0, count, draw.randrange(1, count)):
            assert record.nodes[n].ofs_other == again.nodes[n].ofs_other
            assert bytes(record.nodes[n].other.data) == data[others[n]]


@pytest.mark.parametrize("seed", range(150))
def test_edits_do_the_same_whoever_has_looked(
    seed: int, archive: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if all had been looked at; and as if all had been laid out."""
    found = outcome(archive, seed)
    monkeypatch.setattr(read_once, "MOST", 1 << 30)
    assert found == outcome(archive, seed)
    monkeypatch.setattr(entries, "FEW", 1 << 30)
    assert found == outcome(archive, seed)


def outcome(archive: Any, seed: int) -> list[Any]:
    """What comes of edits, and what the records say then."""
    draw = random.Random(seed)  # noqa: S311  # no secret
    record = archive.from_bytes(stored(FILES))
    came: list[Any] = []
    names = (b"z%d" % n for n in itertools.count())
    for _ in range(3):
        for _ in range(draw.randrange(1, 4)):
            _edit(archive, record, draw, next(names))
        try:
            came.append(record.to_bytes())
        except quire.FormatError as error:
            came.append(str(error))
        if draw.randrange(2):
            some = draw.sample(range(len(record.sections)), 4)
            came.append([getattr(record.sections[i].body, "ofs", None) for i in some])
    return came


def _edit(archive: Any, record: Any, draw: random.Random, name: bytes) -> None:
    sections = record.sections
    if draw.randrange(3):
        file = name, b"?" * draw.randrange(5)
        member, entry = draw.choice((copied, of_another, built))(archive, record, file)
        at = draw.randrange(COUNT)
        if draw.randrange(8):
            sections.insert(at, member)
        if draw.randrange(8):
            sections.insert(len(sections) - 1 - draw.randrange(20), entry)
        return
    i = draw.randrange(len(sections))
    each = sections[i]
    if each.kind == 1:
        each.body.data = b"!" * draw.randrange(9)
    elif each.kind == 2:
        each.body.flags = draw.randrange(9)
        if draw.randrange(3) == 0:
            del sections[i]
