"""One record in several threads: instances have the values that they have in one."""

from __future__ import annotations

import copy
import os
import pickle
import struct
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Barrier, get_ident
from typing import Any

import pytest

import quire
from quire.runtime.reading.peeking import ASIDE, DOING, IN_TURN

SPEC = """
meta: {id: pages, endian: le}
seq:
  - {id: num_pages, type: u2}
instances:
  table:
    pos: 2
    type: entry
    repeat: expr
    repeat-expr: num_pages
  sums: {pos: 2, type: 'sum(_index == 0 ? 0 : sums[_index - 1].total)', repeat: expr,
    repeat-expr: num_pages}
  last: {value: table.last.page.number}
types:
  entry:
    seq:
      - {id: ofs_page, type: u2}
    instances:
      page: {io: _root._io, pos: ofs_page, type: page}
      number: {value: page.number}
  page:
    seq:
      - {id: number, type: u2, valid: {max: 60000}}
    instances:
      behind: {pos: _root.num_pages * 2 + 2, type: u2, repeat: expr, repeat-expr: _root.num_pages}
  sum:
    params: [{id: before, type: u4}]
    seq: [{id: ofs, type: u2}]
    instances:
      total: {value: before + ofs}
"""
PAGES, THREADS = 60, 4


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of files of pages."""
    path = tmp_path_factory.mktemp("threads") / "pages.ksy"
    path.write_text(SPEC)
    return quire.compile(path).Pages


@pytest.fixture
def _switching() -> Iterator[None]:
    """Threads that take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


NUMBERS = [i * 7919 % 60000 for i in range(PAGES)]
OFFSETS = [2 + 2 * PAGES + 2 * i for i in range(PAGES)]


def _file() -> bytes:
    return struct.pack(f"<H{PAGES}H{PAGES}H", PAGES, *OFFSETS, *NUMBERS)


def _together(jobs: Sequence[Callable[[], Any]]) -> list[Any]:
    """What functions give that begin at the same time, each in a thread of its own."""
    start = Barrier(len(jobs))

    def run(job: Callable[[], Any]) -> Any:
        start.wait()
        return job()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))


@pytest.mark.usefixtures("_switching")
@pytest.mark.parametrize("source", ["bytes", "file"])
def test_instances_are_right_whichever_thread_asks(pages: Any, source: str, tmp_path: Path) -> None:
    (path := tmp_path / "pages.bin").write_bytes(_file())
    expected = list(zip(NUMBERS, [NUMBERS] * PAGES, strict=True))

    def look(record: Any, step: int) -> Any:
        found = [(entry.number, entry.page.behind) for entry in record.table[::step]]
        return found[::step], [each.total for each in record.sums], record.last

    for _ in range(20):
        record = pages.from_bytes(_file()) if source == "bytes" else pages.from_file(path)
        totals = [sum(OFFSETS[: i + 1]) for i in range(PAGES)]
        jobs = [partial(look, record, step) for step in (1, -1) * 2]
        assert _together(jobs) == [(expected, totals, NUMBERS[-1])] * THREADS
        assert record._io.pos() == 2
        record.close()


@pytest.mark.usefixtures("_switching")
def test_a_list_is_seen_when_it_is_whole_and_is_the_same_for_all(pages: Any) -> None:
    def look(record: Any) -> Any:
        return record.sums, len(record.sums)

    for _ in range(50):
        lists = _together([partial(look, pages.from_bytes(_file()))] * THREADS)
        assert [length for _, length in lists] == [PAGES] * THREADS
        assert all(found is lists[0][0] for found, _ in lists)


@pytest.mark.usefixtures("_switching")
def test_what_is_wrong_is_wrong_for_every_thread(tmp_path: Path) -> None:
    spec = tmp_path / "checked.ksy"
    spec.write_text(
        "meta: {id: checked, endian: le}\n"
        "instances:\n"
        "  numbers: {pos: 0, type: u2, repeat: eos, valid: {max: 9}}\n"
    )
    kind = quire.compile(spec).Checked

    def error(record: Any) -> str:
        with pytest.raises(quire.FormatError) as caught:
            record.numbers  # noqa: B018  # read for its error
        return str(caught.value)

    for _ in range(20):
        record = kind.from_bytes(struct.pack("<50H", *[5] * 49, 10))
        found = _together([partial(error, record)] * THREADS)
        assert set(found) == {found[0]}
        assert "at byte 98" in found[0]
        assert not hasattr(record, "_m_numbers")


def test_copies_and_pickles_have_turns_of_their_own(pages: Any) -> None:
    record = pages.from_bytes(_file())
    other = copy.deepcopy(record)
    reader = pickle.loads(pickle.dumps(record._io))  # noqa: S301  # made here
    turns = [each.budget.turn for each in (record._io, other._io, reader)]
    with turns[0], turns[1], turns[2]:
        assert len(set(map(id, turns))) == 3
    assert (other.last, record.last) == (NUMBERS[-1], NUMBERS[-1])
    assert (reader.budget.size, reader.pos()) == (len(_file()), 2)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
def test_a_forked_process_does_not_take_its_threads_for_others_that_read() -> None:
    # A thread may get the number of one that read an instance when the process was forked.
    mine, other = get_ident(), get_ident() + 1
    DOING.update({mine: IN_TURN, other: ASIDE})
    try:
        if (child := os.fork()) == 0:
            os._exit({mine: IN_TURN} != DOING)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert {mine: IN_TURN, other: ASIDE} == DOING
    finally:
        DOING.clear()
