"""Elements of an archive at which nobody has looked: who edits another one does not either."""

from __future__ import annotations

import gc
import random
import struct
import weakref
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime.editing.comparing.unedited import Source
from quire.runtime.editing.instances.late_instances import Belated
from quire.runtime.editing.pairing.pairing import Pairing
from quire.runtime.lists import read_once
from quire.runtime.lists.lazy import is_lazy
from tests.runtime.editing.test_moving import SPEC, File, compiled, outcome, stored
from tests.runtime.lists.reads import read_back

ALIGNED = SPEC.replace("{id: low, type: b3}", "{id: low, type: b3}\n      - {id: rest, type: b5}")
"""The same archive, of which no byte is read in part: it is known who looks at its sections."""
CHAIN = """
meta: {id: chain, endian: le}
seq: [{id: nodes, type: node, repeat: eos}]
types:
  node:
    seq:
      - {id: len_data, type: u1}
      - {id: ofs_other, type: u2}
      - {id: data, size: len_data}
    instances:
      other: {pos: ofs_other, type: node}
"""
COUNT = 60
FILES: list[File] = [(b"n%d" % n, bytes([n]) * (n % 3)) for n in range(COUNT)]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return compiled(tmp_path_factory.mktemp("spec"), ALIGNED)


def with_one(data: bytes) -> bytes:
    return stored([*FILES[:5], (FILES[5][0], data), *FILES[6:]])


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Where records of long lists are read once more."""
    return read_back(monkeypatch)


@pytest.mark.parametrize("data", [b"xy", b"0123456789", b""])
def test_few_elements_are_read_again_and_none_is_shown_to_anybody(
    data: bytes, archive: Any, read: list[int]
) -> None:
    record = archive.from_bytes(stored(FILES))
    record.sections[5].body.data = data
    assert record.to_bytes() == with_one(data)
    assert {*record.sections._made} == {5, 5 + COUNT, 2 * COUNT}  # the last one counts all of them
    assert len(read) <= 9


def test_elements_show_where_they_lead_once_others_have_grown(archive: Any) -> None:
    record = archive.from_bytes(stored(FILES))
    record.sections[5].body.data = b"0123456789"
    made = archive.from_bytes(record.to_bytes())
    for i in (COUNT + 40, COUNT + 2):
        entry = record.sections[i].body
        assert entry.ofs == made.sections[i].body.ofs
        assert entry.there is record.sections[i - COUNT]
    assert [each.body.ofs for each in record.sections if each.kind == 2] == [
        each.body.ofs for each in made.sections if each.kind == 2
    ]


def test_an_element_that_is_seen_after_a_writing_is_edited_through_what_leads_to_it(
    archive: Any,
) -> None:
    record = archive.from_bytes(stored(FILES))
    record.sections[9].body.data = b"0123456789"
    record.to_bytes()
    record.sections[9].body.data = FILES[9][1]
    record.sections[COUNT + 5].body.there.body.data = b"more than it was"
    assert record.to_bytes() == with_one(b"more than it was")


def test_elements_are_paired_though_all_of_them_were_made_meanwhile(archive: Any) -> None:
    record = archive.from_bytes(stored(FILES))
    record.sections[5].body.data = b"0123456789"
    source = Source(record._io.whole(), record)
    pairing = Pairing(source, record, source.twin(), Belated())
    made = record.sections.copy()
    pairing.pair_entries()
    assert all(type(pairing.twin_of(each)) is type(each) for each in made)


@pytest.mark.parametrize("out", [[5], [0], [COUNT - 1], [3, 4, 40]])
def test_members_that_are_taken_out_need_no_look_at_others(
    out: list[int], archive: Any, read: list[int]
) -> None:
    record = archive.from_bytes(stored(FILES))
    for i in reversed([*out, *(COUNT + i for i in out)]):
        del record.sections[i]
    left = [each for i, each in enumerate(FILES) if i not in out]
    made = record.to_bytes()
    assert made == stored(left)
    assert is_lazy(record.sections)
    assert len(read) <= 9 * len(out)
    for i in (len(left) + 1, len(left) + 30, len(left) + 2):
        assert record.sections[i].body.ofs == archive.from_bytes(made).sections[i].body.ofs
        assert record.sections[i].body.there is record.sections[i - len(left)]
    assert record.to_bytes() == made


def test_a_member_that_is_taken_out_alone_is_refused_and_nothing_is_lost(archive: Any) -> None:
    record = archive.from_bytes(stored(FILES))
    member = record.sections[5]
    del record.sections[5]
    with pytest.raises(quire.FormatError):
        record.to_bytes()
    record.sections.insert(5, member)
    assert record.to_bytes() == stored(FILES)


def test_an_element_shows_what_it_is_though_what_led_to_it_leads_to_another(archive: Any) -> None:
    record = archive.from_bytes(stored(FILES))
    entry = record.sections[COUNT + 10].body
    for data in (b"more than it was", FILES[3][1]):  # what leads to elements has these since then
        assert entry.there.body.head.name == "n10"
        record.sections[3].body.data = data
        record.to_bytes()
    assert entry.there is record.sections[10]
    entry.ofs = record.sections[COUNT + 13].body.ofs
    again = archive.from_bytes(record.to_bytes())
    assert again.sections[COUNT + 10].body.name == "n13"
    names = [each.body.head.name for each in record.sections[:COUNT]]
    assert names == [name.decode() for name, _ in FILES]


def test_a_writing_that_fails_leaves_what_it_has_looked_at(archive: Any) -> None:
    record = archive.from_bytes(stored(FILES))
    record.sections[5].body.head.name = "€"
    with pytest.raises(quire.FormatError, match="name"):
        record.to_bytes()
    record.sections[5].body.head.name = "n5"
    record.sections[5].body.data = b"xy"
    assert record.to_bytes() == with_one(b"xy")
    assert record.sections[5 + COUNT].body.name == "n5"


def chain(data: list[bytes], others: list[int]) -> bytes:
    """Nodes with data, each of which leads to another one of some number."""
    places = [0, *accumulate(3 + len(each) for each in data)]
    pairs = zip(data, others, strict=True)
    return b"".join(struct.pack("<BH", len(each), places[to]) + each for each, to in pairs)


@pytest.mark.parametrize("seed", range(60))
def test_elements_that_lead_to_each_other_follow_whoever_was_looked_at(
    seed: int, nodes: Any
) -> None:
    draw = random.Random(seed)  # noqa: S311  # no secret
    count = draw.randrange(24, 60)
    data = [bytes([n]) * draw.randrange(4) for n in range(count)]
    others = [draw.randrange(count) for _ in range(count)]
    record = nodes.from_bytes(chain(data, others))
    for _ in range(draw.randrange(3)):
        _ = record.nodes[draw.randrange(count)].other
    for _ in range(2):
        i = draw.randrange(count)
        data[i] += b"more"
        record.nodes[i].data = data[i]
        made = record.to_bytes()
        assert made == chain(data, others)
        again = nodes.from_bytes(made)
        for n in range(0, count, draw.randrange(1, count)):
            assert record.nodes[n].ofs_other == again.nodes[n].ofs_other
            assert bytes(record.nodes[n].other.data) == data[others[n]]


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("chain") / "chain.ksy"
    path.write_text(CHAIN)
    return quire.compile(path).Chain


def test_a_position_by_which_more_goes_is_no_number_alone(tmp_path: Path) -> None:
    field = "- {id: flags, type: u1}\n"
    more = ALIGNED.replace(field, f"{field}      - {{id: none, size: 'ofs > 600 ? 1 : 0'}}\n")
    more = more.replace("{id: ofs, type: u2}\n      - {id: crc, type: u4, -d", "CRC").replace(
        "- {id: none", "- {id: ofs, type: u2}\n      - {id: none"
    )
    more = more.replace("- CRC", "- {id: crc, type: u4, -d")
    record = compiled(tmp_path, more).from_bytes(stored(FILES[:30]))
    assert max(each.body.ofs for each in record.sections if each.kind == 2) < 600
    record = compiled(tmp_path, more).from_bytes(stored(FILES[:30]))
    record.sections[5].body.data = bytes(200)
    with pytest.raises(quire.FormatError, match="none"):
        record.to_bytes()


@pytest.mark.parametrize("seed", range(100))
def test_edits_do_the_same_as_if_all_elements_had_been_looked_at(
    seed: int, archive: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = outcome(archive, stored(FILES), seed)
    monkeypatch.setattr(read_once, "MOST", 1 << 30)
    assert found == outcome(archive, stored(FILES), seed)


def test_most_elements_wait_until_all_are_asked_for(
    archive: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = archive.from_bytes(stored(FILES))
    record.version = 2  # the record of the file is made anew, with all that it has
    plain = stored(FILES)
    assert record.to_bytes() == b"\2" + plain[1:]
    again = archive.from_bytes(plain)
    again.sections[5].body.data = b"xy"
    monkeypatch.delattr(Pairing, "pair_all")
    assert again.to_bytes() == with_one(b"xy")
    assert is_lazy(again.sections)


def test_nothing_of_the_second_reading_stays_for_those_that_look_later(
    archive: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    twins: list[weakref.ref[Any]] = []
    twin = Source.twin

    def noted(source: Source) -> Any:
        again = twin(source)
        twins.append(weakref.ref(again))
        return again

    monkeypatch.setattr(Source, "twin", noted)
    record = archive.from_bytes(stored(FILES))
    record.sections[5].body.data = b"0123456789"
    made = record.to_bytes()
    gc.collect()
    assert [each() for each in twins] == [None] * len(twins)
    assert record.sections[COUNT + 40].body.there is record.sections[40]
    assert record.to_bytes() == made == with_one(b"0123456789")
