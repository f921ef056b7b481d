"""Tables of strings: the same by plain Python and compiled, whatever the strings are."""

from __future__ import annotations

import ctypes
import importlib
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire.kernels.backends.arrays import read_only
from quire.kernels.services import strings
from quire.kernels.services.strings import reference

Table = tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64], npt.NDArray[np.int32]]


def _compiled() -> ModuleType:
    pytest.importorskip("numba", reason="pip install numba")
    return importlib.import_module("quire.kernels.services.strings.numba")


@pytest.fixture(params=["reference", "numba"])
def module(request: pytest.FixtureRequest) -> ModuleType:
    return reference if request.param == "reference" else _compiled()


def _table(texts: Iterable[bytes], between: bytes = b"\xff\x00\x80") -> Table:
    """The strings with other bytes around them."""
    blob, starts, lengths = bytearray(between), [], []
    for text in texts:
        starts.append(len(blob))
        lengths.append(len(text))
        blob += text + between
    return (
        np.frombuffer(bytes(blob), np.uint8),
        read_only(np.array(starts, np.int64)),
        read_only(np.array(lengths, np.int32)),
    )


# UTF-8


def _position(text: bytes) -> int | None:
    try:
        text.decode()
    except UnicodeDecodeError as error:
        return error.start
    return None


BAD = [
    b"\x80",
    b"\xbf",
    b"\xc0\x80",  # overlong
    b"\xc1\xbf",
    b"\xe0\x9f\xbf",
    b"\xf0\x8f\xbf\xbf",
    b"\xed\xa0\x80",  # surrogates
    b"\xed\xbf\xbf",
    b"\xf4\x90\x80\x80",  # beyond U+10FFFF
    b"\xf5\x80\x80\x80",
    b"\xff",
    b"\xc3",  # cut off
    b"\xe6\x9d",
    b"\xf0\x9f\x98",
    b"\xc3\x28",
    b"\xe6\x28\xb1",
    b"\xe6\x9d\x28",
    b"\xf0\x9f\x28\x80",
    b"\xf0\x9f\x98\x28",
]


@pytest.mark.parametrize("bad", BAD, ids=[text.hex() for text in BAD])
def test_what_is_no_utf8_is_found_wherever_it_stands(module: ModuleType, bad: bytes) -> None:
    for before in range(18):  # ASCII is passed over 8 bytes at a time
        for after in (b"", b"x", b"y" * 9):
            text = b"a" * before + bad + after
            table = _table([b"", "tü東😀".encode(), b"b" * 20, text, b"\xff"])
            assert module.first_invalid(*table) == (3, _position(text))


@pytest.mark.parametrize("character", ["\x7f", "\x80", "\u07ff", "\u0800", "\ud7ff", "\ue000"])
def test_the_outermost_characters_of_each_length_are_utf8(
    module: ModuleType, character: str
) -> None:
    others = "\uffff\U00010000\U0010ffff\x00"
    assert (
        module.first_invalid(*_table([character.encode(), (character + others).encode()])) is None
    )


@settings(deadline=None)  # the first example compiles
@given(st.lists(st.one_of(st.binary(max_size=12), st.text(max_size=12).map(str.encode))))
def test_compiled_code_and_the_decoder_of_python_agree(texts: list[bytes]) -> None:
    bad = [(i, at) for i, text in enumerate(texts) if (at := _position(text)) is not None]
    for module in (reference, _compiled()):
        assert module.first_invalid(*_table(texts)) == (bad[0] if bad else None)


def test_all_pairs_of_bytes_are_judged_as_by_python() -> None:
    texts = [bytes([a, b]) for a in range(256) for b in range(256)]
    blob, starts, lengths = _table(texts)
    judge = _compiled()._first_invalid
    good = [judge(blob, starts[i : i + 1], lengths[i : i + 1]) < 0 for i in range(len(texts))]
    assert good == [_position(text) is None for text in texts]


# Index


def test_strings_are_found_by_their_numbers(module: ModuleType) -> None:
    texts = [b"one", b"", b"two", b"\x00", b"\x00\x00", "tü".encode(), b"x" * 1000, b"\xff\x80"]
    index = module.Index(*_table(texts))
    assert index.duplicate is None
    assert [index.find(text) for text in texts] == list(range(len(texts)))
    absent = [b"on", b"onee", b"\x00\x00\x00", b"x" * 999, b"tu", b"ONE"]
    assert [index.find(text) for text in absent] == [-1] * len(absent)
    found = index.find_many(*_table([*absent, *texts]))
    assert (found.dtype, found.tolist()) == (np.int64, [-1] * len(absent) + list(range(len(texts))))


def test_an_empty_table_has_nothing(module: ModuleType) -> None:
    index = module.Index(*_table([]))
    assert (index.duplicate, index.find(b""), index.find(b"a")) == (None, -1, -1)
    assert index.find_many(*_table([b"", b"a"])).tolist() == [-1, -1]
    assert index.find_many(*_table([])).tolist() == []
    assert module.first_invalid(*_table([])) is None


def test_of_equal_strings_the_first_is_found_and_the_second_told(module: ModuleType) -> None:
    index = module.Index(*_table([b"a", b"b", b"c", b"b", b"a", b"b"]))
    assert (index.duplicate, index.find(b"a"), index.find(b"b")) == (3, 0, 1)
    index = module.Index(*_table([b""] * 1000))
    assert (index.duplicate, index.find(b"")) == (1, 0)


@settings(deadline=None)
@given(
    st.lists(st.binary(max_size=20), max_size=60),
    st.lists(st.binary(max_size=3), max_size=200),
)
def test_both_indices_agree(texts: list[bytes], queries: list[bytes]) -> None:
    table, asked = _table(texts + queries[:50]), _table(queries + texts)
    plain, compiled = reference.Index(*table), _compiled().Index(*table)
    assert compiled.duplicate == plain.duplicate
    assert compiled.find_many(*asked).tolist() == plain.find_many(*asked).tolist()
    assert [compiled.find(text) for text in queries] == [plain.find(text) for text in queries]


def test_texts_are_found_as_their_utf8(module: ModuleType) -> None:
    texts = ["one", "", "tü", "\U0001f600", "\0"]
    index = module.Index(*_table(text.encode() for text in texts))
    assert [index.find_text(text) for text in texts] == list(range(len(texts)))
    assert [index.find_text(text) for text in ("two", "\ud800", "\0\0")] == [-1] * 3


@pytest.mark.parametrize("narrow", [True, False])
def test_an_index_finds_among_many(monkeypatch: pytest.MonkeyPatch, *, narrow: bool) -> None:
    compiled = _compiled()
    if not narrow:
        monkeypatch.setattr(compiled, "NARROW_STRINGS", 0)
    texts = [b"%d" % number for number in range(50_000)]
    index = compiled.Index(*_table(texts))
    slots = index._arrays[3]
    assert slots.dtype == (np.uint32 if narrow else np.uint64)
    assert len(texts) / slots.size <= 0.8
    order = np.random.default_rng(1).permutation(len(texts))
    assert (index.find_many(*_table([texts[i] for i in order])) == order).all()
    assert [index.find(texts[i]) for i in order[:1000]] == order[:1000].tolist()
    assert (index.find_many(*_table([text + b"x" for text in texts])) == -1).all()


@pytest.mark.parametrize("count", [1, 2, 3, 4, 12, 13, 25, 26, 1000])
def test_there_is_a_free_slot_for_what_is_absent(count: int) -> None:
    index = _compiled().Index(*_table(b"%d" % number for number in range(count)))
    assert count / index._arrays[3].size <= 0.8
    assert [index.find(b"x%d" % number) for number in range(1000)] == [-1] * 1000


def test_the_hash_is_that_of_python() -> None:
    """SipHash-1-3; where hashing is not random, Python's key is 0."""
    texts = [bytes(range(i, i + n)) for n in range(1, 40) for i in (0, 100, 200)]
    program = f"import sys; print(sys.hash_info.algorithm, *map(hash, {texts}))"
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONHASHSEED": "0"},
        check=True,
        capture_output=True,
        text=True,
    )
    algorithm, *expected = run.stdout.split()
    if algorithm != "siphash13":
        pytest.skip(f"this Python hashes by {algorithm}")
    zero = np.uint64(0)
    for text, hashed in zip(texts, expected, strict=True):
        data = np.frombuffer(b"?" + text + b"?", np.uint8)
        found = np.uint64(_compiled()._hash(data, 1, len(text), zero, zero))
        assert int(found.view(np.int64)) == int(hashed)


def test_each_process_has_a_key_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = _compiled()
    program = "from quire.kernels.services.strings.numba import KEY; print(KEY)"
    command = [sys.executable, "-c", program]
    keys = {subprocess.run(command, check=True, capture_output=True).stdout for _ in range(2)}
    assert len(keys) == 2
    # And who does not know it, does not know which strings meet.
    table = _table(b"%d" % number for number in range(1000))
    ours = compiled.Index(*table)._arrays[3]
    monkeypatch.setattr(compiled, "KEY", compiled.KEY + np.uint64(1))
    assert (compiled.Index(*table)._arrays[3] != ours).any()


def test_strings_that_meet_in_other_hashes_do_not_meet_here() -> None:
    """Pieces of the sequence of Thue and Morse: equal for every polynomial modulo 2**64."""
    one = bytes(i.bit_count() & 1 for i in range(1024))
    pieces = one, bytes(1 - byte for byte in one)
    texts = [b"".join(pieces[i >> k & 1] for k in range(10)) for i in range(830)]
    slots = _compiled().Index(*_table(texts))._arrays[3]
    assert slots.size == 2048  # so full that runs of 100 do not happen by chance
    taken = "".join("x" if slot else "." for slot in [*slots, *slots])
    assert max(map(len, taken.split("."))) < 100


def test_threads_may_share_an_index(module: ModuleType) -> None:
    texts = [b"%d" % number for number in range(2000)]
    index = module.Index(*_table(texts))
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(lambda _: [index.find(text) for text in texts], range(8)):
            assert found == list(range(2000))


def test_finding_outlives_what_it_was_made_from(module: ModuleType) -> None:
    def find() -> Callable[[bytes], int]:
        chosen: Callable[[bytes], int] = module.Index(*_table([b"one", b"two"] * 5000)).find
        return chosen

    finders = [find() for _ in range(20)]
    np.full(10**6, 0xFF, np.uint8)  # over memory that was given back
    assert [found(b"two") for found in finders] == [1] * 20


def test_what_are_no_bytes_is_refused_and_not_read() -> None:
    index = _compiled().Index(*_table([b"one"]))
    for text in ("one", 1, None, np.zeros(3)):
        with pytest.raises((TypeError, ctypes.ArgumentError)):
            index.find(text)


def test_without_a_place_for_its_cache_finding_is_compiled_all_the_same() -> None:
    namespace: dict[str, Any] = {}
    exec("def double(x): return 2 * x", namespace)  # noqa: S102  # a function without a file
    types = pytest.importorskip("numba", reason="pip install numba").types
    function = _compiled()._c_function(types.int64(types.int64), namespace["double"])
    assert function.ctypes(21) == 42


# The face


def test_a_small_table_does_not_load_numba() -> None:
    program = (
        "import sys, numpy as np\n"
        "from quire.kernels.services.strings import StringIndex, first_invalid\n"
        "table = np.frombuffer(b'onetwo', np.uint8), np.array([0, 3]), np.array([3, 3])\n"
        "assert first_invalid(*table) is None\n"
        "index = StringIndex(*table)\n"
        "assert index.find(b'two') == 1 and index.duplicate is None\n"
        "assert index.find_many(*table).tolist() == [0, 1]\n"
        "assert 'numba' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("small", [True, False])
def test_a_table_may_be_part_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, small: bool
) -> None:
    module = reference if small else _compiled()
    monkeypatch.setattr(strings, "_module", lambda _count: module)
    path = tmp_path / "strings"
    path.write_bytes(b"?\x03onetwo\xffx")
    blob = np.memmap(path, np.uint8, "r")[1:]
    # Columns of records, which are neither contiguous nor aligned.
    records = np.array([(4, 3, 0), (1, 3, 0), (7, 1, 0)], "<i8, <i8, u1")
    table = blob, records["f0"], records["f1"]
    assert strings.first_invalid(*table) == (2, 0)
    index = strings.StringIndex(*table)
    assert [index.find(text) for text in (b"one", b"two", b"\xff", b"x")] == [1, 0, 2, -1]
    assert index.find_many(*table).tolist() == [0, 1, 2]
    assert index.duplicate is None
    assert index.find_many(blob[::2], np.array([0]), np.array([1])).tolist() == [-1]


@pytest.mark.parametrize(
    ("start", "length"),
    [
        (-1, 1),
        (0, -1),
        (0, 7),
        (6, 1),
        (7, 0),
        (2**63 - 1, 1),
        (1, 2**63 - 1),
        (-(2**63), 2**63 - 1),
    ],
)
def test_a_string_outside_its_blob_is_refused(start: int, length: int) -> None:
    blob, good = np.frombuffer(b"onetwo", np.uint8), np.array([0, 6])
    table = blob, np.array([3, start]), np.array([3, length])
    index = strings.StringIndex(blob, good, np.array([6, 0]))
    for function in (strings.first_invalid, strings.StringIndex, index.find_many):
        with pytest.raises(IndexError, match="string 1: expected bytes within 6, found"):
            function(*table)
