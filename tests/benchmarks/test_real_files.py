"""How real files are compared and counted, and what the figures of them come to."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from kaitaistruct import KaitaiStream, KaitaiStruct

import quire
from benchmarks import timing
from benchmarks.real.figures import Figure, Times, mean_over_specs, mean_ratio
from benchmarks.real.kinds import specs_of
from benchmarks.real.members import Comparison, Difference, walk
from benchmarks.real.one_spec import TooLong, at_most, figure

SPEC = """
meta: {id: pair, endian: le}
seq:
  - {id: num_parts, type: u1}
  - {id: parts, type: part, repeat: expr, repeat-expr: num_parts}
types:
  part:
    seq: [{id: value, type: u1}, {id: extra, type: u1, if: value > 5}]
    instances:
      whole: {value: _parent}
      beyond: {pos: 100 + value, type: u1}
"""
DATA = b"\x02\x01\x09\x07"


class Part(KaitaiStruct):  # type: ignore[misc]  # kaitaistruct has no types
    """As Kaitai's compiler writes it."""

    def __init__(self, _io: Any, _parent: Any = None, _root: Any = None) -> None:
        super().__init__(_io)
        self._parent, self._root = _parent, _root
        self.value = self._io.read_u1()
        if self.value > 5:
            self.extra = self._io.read_u1()

    @property
    def whole(self) -> Any:
        return self._parent

    @property
    def beyond(self) -> int:
        self._io.seek(100 + self.value)
        found: int = self._io.read_u1()
        return found


class Pair(KaitaiStruct):  # type: ignore[misc]  # the same
    def __init__(self, _io: Any, _parent: Any = None, _root: Any = None) -> None:
        super().__init__(_io)
        self._parent, self._root = _parent, self
        self.num_parts = self._io.read_u1()
        self.parts = [Part(self._io, self, self) for _ in range(self.num_parts)]


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("pair") / "pair.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Pair


def official() -> Any:
    return Pair(KaitaiStream(BytesIO(DATA)))


def test_trees_of_both_compilers_are_the_same_and_have_as_many_members(mine: Any) -> None:
    comparison, ours = Comparison(), mine.from_bytes(DATA)
    comparison.compare(ours, official(), 1000)
    # Of the root two members and two elements; of each part four members, and no parent is entered.
    assert walk(ours, comparison.names, 1000) == walk(official(), comparison.names, 1000) == 12


def test_a_walk_ends_after_the_record_in_which_the_limit_is(mine: Any) -> None:
    comparison = Comparison()
    comparison.compare(mine.from_bytes(DATA), official(), 1000)
    assert walk(official(), comparison.names, 5) == 8


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda tree: setattr(tree.parts[1], "value", 8), r"parts\[1\]\.value: 9, the official"),
        (lambda tree: setattr(tree.parts[1], "extra", "7"), r"parts\[1\]\.extra: 7, the official"),
        (lambda tree: tree.parts.pop(), "parts: 2 elements, the official one 1 elements"),
        (lambda tree: setattr(tree, "num_parts", True), "num_parts: 2, the official one True"),
    ],
)
def test_a_difference_is_named_by_its_path(mine: Any, change: Any, said: str) -> None:
    theirs = official()
    change(theirs)
    with pytest.raises(Difference, match=said):
        Comparison().compare(mine.from_bytes(DATA), theirs, 1000)


def test_an_instance_that_fails_on_one_side_only_is_a_difference(mine: Any) -> None:
    longer = Pair(KaitaiStream(BytesIO(DATA + bytes(200))))
    with pytest.raises(Difference, match=r"parts\[\d\]\.beyond: EndOfStreamError"):
        Comparison().compare(mine.from_bytes(DATA), longer, 1000)


def test_a_file_that_both_refuse_is_not_timed(mine: Any, tmp_path: Path) -> None:
    path = tmp_path / "short"
    path.write_bytes(b"\x09\1")
    found = figure(mine, Pair, path, rounds=1, seconds=5)
    assert found.trouble == "both refuse: EndOfStreamError, EndOfStreamError"
    assert found.parse is found.walk is found.file is None


def test_what_takes_too_long_is_interrupted() -> None:
    def forever() -> None:
        with at_most(0.05):
            while True:
                pass

    with pytest.raises(TooLong):
        forever()


def test_means_are_geometric_and_over_specs() -> None:
    def timed(nodes: int, mine: float, theirs: float) -> Figure:
        return Figure("", 0, nodes, parse=Times(mine, theirs))

    one = [timed(300, 1, 2), timed(1000, 1, 8), timed(10, 1, 100)]
    two = [timed(400, 2, 2), Figure("", 0, trouble="differs")]
    assert mean_ratio(one[:2], "parse") == pytest.approx(4)
    assert mean_ratio(two[1:], "parse") is None
    specs = [one, two]
    assert mean_over_specs(specs, "walk", large=True) == (0, None)
    counts, means = zip(
        *(mean_over_specs(specs, "parse", large=x) for x in (True, False)), strict=True
    )
    assert counts == (2, 1)
    assert means == pytest.approx((2, 100))


def test_seconds_are_medians_of_one_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("time.process_time", lambda: clock[0])
    monkeypatch.setattr("gc.collect", lambda: 0)

    def spend(seconds: float) -> None:
        clock[0] += seconds

    slow = iter([9.0, 1.0, 4.0, 2.0])  # once to see how long it takes, and three samples
    first, second = timing.in_turn(lambda: spend(0.5), lambda: spend(next(slow)), 3)
    assert first == pytest.approx(0.5)
    assert second == pytest.approx(2.0)


def test_what_is_short_is_repeated_in_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, calls = [0.0], [0]
    monkeypatch.setattr("time.process_time", lambda: clock[0])
    monkeypatch.setattr("gc.collect", lambda: 0)

    def spend() -> None:
        calls[0] += 1
        clock[0] += timing.SAMPLE / 100

    assert timing.in_turn(spend, spend, 5)[0] == pytest.approx(timing.SAMPLE / 100)
    assert calls[0] >= 2 * 5 * 100


@pytest.mark.parametrize(
    ("name", "data", "specs"),
    [
        ("a.PNG", b"\x89PNG\r\n", ["png"]),
        ("a.png", b"GIF89a", []),
        ("tool", b"\x7fELF\2", ["elf"]),
        ("a.wav", b"RIFF\0\0\0\0WAVEfmt ", ["wav", "riff"]),
        ("a.dylib", b"\xca\xfe\xba\xbe\0\0\0\2", ["mach_o_fat"]),
        ("A.class", b"\xca\xfe\xba\xbe\0\0\0\x34", ["java_class"]),
        (
            "a.exe",
            b"MZ" + bytes(58) + b"\x44\0\0\0" + bytes(4) + b"PE\0\0",
            ["microsoft_pe", "dos_mz"],
        ),
    ],
)
def test_the_kind_of_a_file_goes_by_its_name_and_its_beginning(
    name: str, data: bytes, specs: list[str]
) -> None:
    assert list(specs_of(name, data)) == specs
