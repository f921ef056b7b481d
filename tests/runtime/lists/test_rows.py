"""Lists of records that follow from their bytes: one is made alone, and a list is a list."""

from __future__ import annotations

import copy
import gc
import io
import pickle
import random
import struct
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

import quire
from quire.runtime.lists import stride as strides
from quire.runtime.lists.lazy import Lazy
from quire.runtime.lists.stride import Stride
from tests.runtime.lists.list_looks import LOOKS

SPEC = """
meta: {id: sized, endian: be}
seq:
  - {id: num_items, type: u4}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items}
  - {id: pairs, type: pair, repeat: eos}
types:
  item:
    seq:
      - {id: mark, type: u2}
      - {id: len_body, type: u1}
      - {id: body, size: len_body}
      - {id: sum, type: u2}
  pair:
    seq: [{id: a, type: u4}, {id: b, type: f4}]
"""

COUNT = 3000
BODIES = [bytes([i % 251]) * (i * 7 % 40) for i in range(COUNT)]
PAIRS = [(i * i, i / 4) for i in range(2000)]


def item(i: int, body: bytes) -> bytes:
    """An item, as it is stored."""
    return struct.pack(">HB", i, len(body)) + body + struct.pack(">H", sum(body) % 65536)


HEAD = struct.pack(">I", COUNT)
ITEMS = b"".join(map(item, range(COUNT), BODIES))
FILE = HEAD + ITEMS + b"".join(struct.pack(">If", *pair) for pair in PAIRS)


@pytest.fixture(scope="module")
def kind(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("sized") / "sized.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Sized


def there(of: type[Any]) -> int:
    """How many records of a type there are."""
    gc.collect()
    return sum(type(each) is of for each in gc.get_objects())


def test_one_record_is_made_and_stays(kind: Any) -> None:
    file = kind.from_bytes(FILE)
    record = file.items[2345]
    assert there(kind.Item) == 1
    assert (record.mark, record.body, record._parent, record._root) == (
        2345,
        BODIES[2345],
        file,
        file,
    )
    assert record._path() == "items[2345]"
    assert file.items[2345] is record is file.items[2345 - COUNT] is list(file.items)[2345]
    assert there(kind.Pair) == 0
    assert file.pairs[-1].b == PAIRS[-1][1]
    assert there(kind.Pair) == 1


@pytest.mark.parametrize("index", [COUNT, -COUNT - 1, 10**30])
def test_an_index_outside_of_it_is_an_index_error(kind: Any, index: int) -> None:
    with pytest.raises(IndexError):
        kind.from_bytes(FILE).items[index]


@pytest.mark.parametrize("index", [1.0, "1", None])
def test_what_is_no_index_is_a_type_error(kind: Any, index: Any) -> None:
    items = kind.from_bytes(FILE).items
    assert items[1].mark == 1
    with pytest.raises(TypeError):
        items[index]


def test_every_record_is_what_stands_in_the_file(kind: Any) -> None:
    file = kind.from_bytes(FILE)
    order = [i * 1009 % COUNT for i in range(COUNT)]
    assert [file.items[i].body for i in order] == [BODIES[i] for i in order]
    assert [(pair.a, pair.b) for pair in file.pairs] == PAIRS


def test_who_stops_early_pays_for_few(kind: Any) -> None:
    file = kind.from_bytes(FILE)
    assert [each.mark for each in islice(file.items, 5)] == [0, 1, 2, 3, 4]
    assert [each.mark for each in file.items[100:103]] == [100, 101, 102]
    assert there(kind.Item) < COUNT / 8
    assert isinstance(file.items, Lazy)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("before", [(), (7, 8, 2000), range(700)])
def test_it_is_a_list_like_any_other(look: Any, before: Any, kind: Any) -> None:
    plain = [*kind.from_bytes(FILE).items]
    items = kind.from_bytes(FILE).items
    for i in before:
        items[i]
    assert look(items, plain.copy()) == look(plain, plain.copy())


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda file: pickle.loads(pickle.dumps(file))])  # noqa: S301  # made here
def test_copies_have_what_was_edited(kind: Any, copied: Callable[[Any], Any]) -> None:
    file = kind.from_bytes(FILE)
    file.items[7].body = b"edited"
    again = copied(file)
    assert (again.items[7].body, again.items[8].body) == (b"edited", BODIES[8])
    assert again.items[9]._root is again


def test_what_was_edited_is_written_among_what_nobody_looked_at(kind: Any) -> None:
    file = kind.from_bytes(FILE)
    bodies = BODIES.copy()
    for i in (0, 31, 32, 1000, 1001, COUNT - 1):
        file.items[i].body = bodies[i] = b"longer than it was" * (i % 5)
    file.items[500]
    file.pairs[3].a = 99
    written = file.to_bytes()
    assert isinstance(file.items, Lazy)
    again = kind.from_bytes(written)
    assert [each.body for each in again.items] == bodies
    assert [each.len_body for each in again.items] == [*map(len, bodies)]
    assert [pair.a for pair in again.pairs] == [
        *(a for a, _ in PAIRS[:3]),
        99,
        *(a for a, _ in PAIRS[4:]),
    ]


def test_it_is_written_as_it_was(kind: Any) -> None:
    file = kind.from_bytes(FILE)
    assert file.to_bytes() == FILE
    file.items[1234]
    assert file.to_bytes() == FILE


@pytest.mark.parametrize("given", [bytearray, memoryview])
def test_bytes_of_any_kind_are_read(kind: Any, given: Callable[[bytes], Any]) -> None:
    file = kind.from_bytes(given(FILE))
    assert [file.items[i].body for i in (5, 2999)] == [BODIES[5], BODIES[2999]]
    assert [each.body for each in file.items] == BODIES
    assert file.pairs[1999].a == PAIRS[1999][0]


def test_records_of_a_pipe_are_there(kind: Any) -> None:
    class Pipe(io.RawIOBase):
        def __init__(self) -> None:
            self._file = io.BytesIO(FILE)

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            return self._file.readinto(buffer)

    file = kind.from_io(Pipe())
    assert [each.body for each in file.items] == BODIES
    assert [(pair.a, pair.b) for pair in file.pairs] == PAIRS


def test_a_mapped_file_that_was_closed_is_still_seen(kind: Any, tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(FILE + bytes(8) * 200_000)
    with kind.from_file(path, mmap=True) as file:
        file.items[3]
    assert [each.body for each in file.items] == BODIES
    assert len(file.pairs) == len(PAIRS) + 200_000
    assert file.pairs[150_000].b == 0.0


def test_threads_that_look_get_the_same_records(kind: Any) -> None:
    file = kind.from_bytes(FILE)
    start = Barrier(4)

    def look(first: int) -> list[int]:
        start.wait()
        single = [id(file.items[i]) for i in range(first, COUNT, 400)]
        assert single == [id(each) for each in file.items][first::400]
        return [id(each) for each in file.items]

    with ThreadPoolExecutor(4) as pool:
        first, *others = pool.map(look, range(4))
    assert all(other == first for other in others)


# -- what does not fit ----------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1000, 1023, 1024, 2000])
def test_a_record_that_is_cut_off_is_refused_when_the_file_is_read(kind: Any, number: int) -> None:
    stop = 4 + sum(5 + len(body) for body in BODIES[:number]) + 3
    with pytest.raises(quire.EndOfStreamError) as caught:
        kind.from_bytes(FILE[:stop])
    assert caught.value.path == f"items[{number}].{'body' if BODIES[number] else 'sum'}"
    assert caught.value.offset == stop


# -- how to get from one to the next --------------------------------------------------------------

STRIDES: list[Any] = [
    (
        Stride(("length", "u1"), ("sized", 0)),
        lambda r: (n := r.randrange(9), bytes([n]) + bytes(n))[1],
    ),
    (
        Stride(("skip", 3), ("length", "u2be"), ("skip", 1), ("sized", 1), ("skip", 2)),
        lambda r: (n := r.randrange(300), b"abc" + struct.pack(">Hx", n) + bytes(n + 2))[1],
    ),
    (
        Stride(("length", "u4le"), ("length", "u8le"), ("sized", 1), ("sized", 0)),
        lambda r: (
            n := r.randrange(4),
            m := r.randrange(4),
            struct.pack("<IQ", n, m) + bytes(n + m),
        )[2],
    ),
    (
        Stride(("ended", 10), ("skip", 1), ("ended", 0)),
        lambda r: b"x" * r.randrange(5) + b"\n\0" + b"\n" * r.randrange(3) + b"\0",
    ),
]


@pytest.fixture(params=["Python", "compiled"])
def many(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Records that are too many for Python alone, for one of two."""
    if request.param == "compiled":
        pytest.importorskip("numba", reason="pip install numba")
        monkeypatch.setattr(strides, "FIRST", 64)
        monkeypatch.setattr(strides, "SOME", 0)
        monkeypatch.setattr(strides, "MANY", 0)
    return 500


@pytest.mark.parametrize(("way", "make"), STRIDES)
def test_records_are_found_where_they_are(way: Stride, make: Any, many: int) -> None:
    rng = random.Random(2)  # noqa: S311  # no secret
    records = [make(rng) for _ in range(many)]
    data = b"before" + b"".join(records) + b"behind"
    end = len(data) - 6
    places = [6 + sum(map(len, records[:i])) for i in range(0, many, strides.EVERY)]
    for count in (many, -1):
        found = way.find(data, 6, end, count)
        assert found is not None
        assert (found.stop, found.number, [*found.places]) == (end, many, places)
    fewer = way.find(data, 6, end, many - 100)
    assert fewer is not None
    assert fewer.stop == end - sum(map(len, records[-100:]))
    assert way.find(data, 6, end, many + 1) is None
    assert way.find(data, 6, end - 1, many) is None
    assert way.find(data, 6, end - 1, -1) is None
    assert way.find(data[:-7], 6, end - 1, -1) is None


def test_a_length_of_64_bits_fits_nothing(many: int) -> None:
    way = Stride(("length", "u8le"), ("sized", 0))
    data = struct.pack("<QB", 1, 0) * many
    assert way.find(data, 0, len(data), many) is not None
    for length in (2**63, 2**64 - 1, 2**64 - 8):
        assert way.find(data + struct.pack("<Q", length), 0, len(data) + 8, -1) is None


# -- records that may be wrong --------------------------------------------------------------------

WORDS = """
meta: {id: words, endian: le}
seq:
  - {id: num_words, type: u4}
  - {id: words, type: word, repeat: expr, repeat-expr: num_words}
  - {id: rest, type: word, repeat: eos}
types:
  word:
    seq:
      - {id: tag, size: 2, type: str, encoding: ASCII}
      - {id: len_text, type: u2}
      - {id: text, type: str, size: len_text, encoding: UTF-8}
"""

TEXTS = ["", "a", "grün", "日本語", "long " * 99] * 90


def stored_words(texts: list[bytes]) -> bytes:
    """Words, as they are stored."""
    return b"".join(b"ab" + struct.pack("<H", len(text)) + text for text in texts)


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("words") / "words.ksy"
    path.write_text(WORDS, encoding="utf-8")
    return quire.compile(path).Words


@pytest.mark.parametrize("given", [bytes, bytearray, memoryview])
def test_texts_are_read_at_once(words: Any, given: Callable[[bytes], Any]) -> None:
    stored = stored_words([text.encode() for text in TEXTS])
    data = struct.pack("<I", len(TEXTS)) + stored * 2
    file = words.from_bytes(given(data))
    for read in (file.words, file.rest):
        assert [(each.tag, each.text) for each in read] == [("ab", text) for text in TEXTS]
        assert [each.len_text for each in read] == [len(text.encode()) for text in TEXTS]
        assert read[7]._parent is file
    assert file.to_bytes() == data


@pytest.mark.parametrize("behind", [False, True])
def test_a_text_that_is_wrong_says_where_it_is(words: Any, *, behind: bool) -> None:
    texts = [text.encode() for text in TEXTS]
    texts[321] = b"gr\xfcn"
    good = stored_words([text.encode() for text in TEXTS])
    count = struct.pack("<I", len(TEXTS))
    data = count + (good + stored_words(texts) if behind else stored_words(texts))
    with pytest.raises(quire.FormatError) as caught:
        words.from_bytes(data)
    assert caught.value.path == f"{'rest' if behind else 'words'}[321].text"
    assert caught.value.offset == (
        4 + behind * len(good) + len(stored_words(texts[:321])) + 4 + len(b"gr")
    )


def test_a_text_that_is_cut_off_says_where_it_is(words: Any) -> None:
    data = struct.pack("<I", 3) + stored_words([b"one", b"two", b"three"])
    with pytest.raises(quire.EndOfStreamError) as caught:
        words.from_bytes(data[:-1])
    assert (caught.value.path, caught.value.offset) == ("words[2].text", 4 + 7 + 7 + 4)


# -- records within records -----------------------------------------------------------------------

MESH = """
meta: {id: mesh, endian: le}
seq:
  - {id: title, size: 4}
  - {id: faces, type: face, repeat: eos}
types:
  point:
    seq: [{id: x, type: s2}, {id: y, type: s2}]
  edge:
    seq: [{id: ends, type: point, repeat: expr, repeat-expr: 2}, {id: kind, type: u1, enum: kinds}]
  face:
    seq:
      - {id: middle, type: point}
      - {id: edges, type: edge, repeat: expr, repeat-expr: 2}
      - {id: mark, size: 3}
enums:
  kinds: {1: sharp}
"""

FACES = [
    struct.pack("<2h4hB4hB3s", *range(i, i + 6), i % 3, *range(4), 1, b"abc") for i in range(900)
]
MESH_FILE = b"mesh" + b"".join(FACES)


@pytest.fixture(scope="module")
def mesh(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("mesh") / "mesh.ksy"
    path.write_text(MESH, encoding="utf-8")
    return quire.compile(path).Mesh


def test_records_within_records_are_made_with_them(mesh: Any) -> None:
    file = mesh.from_bytes(MESH_FILE)
    face = file.faces[700]
    assert (there(mesh.Face), there(mesh.Edge), there(mesh.Point)) == (1, 2, 5)
    assert (face.middle.x, face.middle.y, face.mark) == (700, 701, b"abc")
    first, second = face.edges
    assert [(end.x, end.y) for end in first.ends] == [(702, 703), (704, 705)]
    assert [(end.x, end.y) for end in second.ends] == [(0, 1), (2, 3)]
    assert (first.kind, second.kind) == (700 % 3, mesh.Kinds.sharp)
    assert (face._parent, face.middle._parent, second._parent, second.ends[1]._parent) == (
        file,
        face,
        face,
        second,
    )
    assert second.ends[1]._root is second._root is file
    assert second.ends[1]._path() == "faces[700].edges[1].ends[1]"
    assert second.ends[1]._io is file._io


def test_records_within_records_are_what_they_are_one_by_one(mesh: Any) -> None:
    file = mesh.from_bytes(MESH_FILE)
    single = [mesh.Face.from_bytes(face) for face in FACES]
    assert list(file.faces) == single
    assert type(file.faces[3].edges) is list


def test_records_within_records_are_written_where_they_were_edited(mesh: Any) -> None:
    file = mesh.from_bytes(MESH_FILE)
    file.faces[400].edges[1].ends[0].y = -7
    file.faces[17].mark = b"xyz"
    edited = FACES.copy()
    edited[400] = struct.pack("<2h4hB4hB3s", *range(400, 406), 1, 0, -7, 2, 3, 1, b"abc")
    edited[17] = FACES[17][:-3] + b"xyz"
    assert file.to_bytes() == b"mesh" + b"".join(edited)
    assert isinstance(file.faces, Lazy)
    file.faces[4].mark = b"long"
    with pytest.raises(quire.FormatError, match=r"faces\[4\]\.mark"):
        file.to_bytes()


def test_a_record_within_a_record_that_is_cut_says_where(mesh: Any) -> None:
    with pytest.raises(quire.EndOfStreamError) as caught:
        mesh.from_bytes(MESH_FILE[:-5])
    assert caught.value.path == "faces[899].edges[1].ends"  # there are not two any more
    assert caught.value.offset == len(MESH_FILE) - 25 + 13
