"""Wrong values of public calls are told by the name of the argument, not in Python's own words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire import cdd, columns, cvc, datasets, finalfusion, hpdkv, testing, tiers

SPEC = """
meta: {id: shop, encoding: UTF-8}
seq:
  - {id: num_books, type: u1}
  - {id: books, type: book, repeat: expr, repeat-expr: num_books}
types:
  book: {seq: [{id: len_title, type: u1}, {id: title, type: str, size: len_title}]}
"""
DATA = b"\1\4Emma"
NO_LISTS: tuple[Any, ...] = (None, 1.5, True, object(), "one")
NO_NAMES: tuple[Any, ...] = (*NO_LISTS, [None], [[1]], [{}])
NO_TEXTS: tuple[Any, ...] = (1.5, True, object(), b"x", [], {}, (1, 2), np.array(["x"]))
NO_NUMBERS: tuple[Any, ...] = (1.5, "1", b"1", [], {}, object(), np.array(["x"]))
NO_RECORDS: tuple[Any, ...] = (None, 1.5, "x", [], {}, object())
NO_BYTES: tuple[Any, ...] = (1.5, True, 3, "x", [], {}, object())
NO_PAIRS: tuple[Any, ...] = ([None], [1.5], ["ab"], [("a",)], [("a", 1, 2)], b"x", np.zeros(3))
CHOICES: tuple[Any, ...] = (1.5, "all", b"x", [], {}, object(), np.array(["x", "y"]))
NO_INTEGERS: tuple[Any, ...] = (None, 1.5, "x", [], {}, np.zeros(3), np.zeros((2, 2), np.int8))


class Shop:
    """A spec, its class, and a file of each kind."""

    def __init__(self, folder: Path) -> None:
        self.spec, self.file, self.cvc = folder / "shop.ksy", folder / "a.shop", folder / "a.cvc"
        self.spec.write_text(SPEC, "utf-8")
        self.file.write_bytes(DATA)
        cvc.pack_cvc(np.zeros((3, 2), np.float32), self.cvc)
        self.kind = quire.compile(self.spec).Shop
        self.record = self.kind.from_bytes(DATA)

    def parts(self, path: Any = "books", **arguments: Any) -> Any:
        return quire.parts(str(self.file), path, spec=self.spec, **arguments)

    def index(self, path: Any = "books", rows: Any = 1, **arguments: Any) -> Any:
        return datasets.index(str(self.file), path, rows, spec=self.spec, **arguments)

    def chunks(self) -> Any:
        file = cdd.MemoryBackend()
        with cdd.DataWriter(file) as writer:
            writer.append_chunk(np.zeros(3))
        return cdd.DataReader(file)._chunks

    def columns(self, path: Any = "books", **arguments: Any) -> Any:
        return columns.read_columns(self.kind, DATA, path, **arguments)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    return Shop(tmp_path_factory.mktemp("shop"))


def stored() -> tiers.TieredStore:
    """A store with a tensor."""
    store = tiers.TieredStore()
    store.put("a", np.zeros((3, 2), np.float32))
    return store


Call = Callable[[Shop, Any], Any]

NO_KEYS: tuple[Any, ...] = ([], {}, np.zeros(3))

INTEGERS = np.zeros(3, np.int32)
NO_CODES = np.zeros(0, np.uint8)
CODES = np.zeros(2, np.int8)
FLOATS = np.zeros((3, 2), np.float32)
VOCAB = finalfusion.SimpleVocab(["a", "b", "c"])
EMBEDDINGS = finalfusion.Embeddings(FLOATS, VOCAB)

CALLS: list[tuple[str, Call, tuple[Any, ...]]] = [
    ("imports", lambda s, x: quire.compile(s.spec, imports=x), NO_LISTS),
    ("overlays", lambda s, x: quire.compile(s.spec, overlays=x), NO_LISTS),
    ("allow", lambda s, x: quire.compile(s.spec, allow=x), NO_NAMES),
    ("path", lambda s, x: s.parts(x), NO_TEXTS),
    ("rows_per_part", lambda s, x: s.parts(rows_per_part=x), (*NO_NUMBERS, 0)),
    ("raw", lambda s, x: s.parts(raw=x), NO_NAMES),
    ("path", lambda s, x: s.index(x), (None, *NO_TEXTS)),
    ("rows", lambda s, x: s.index(rows=x), (*NO_NUMBERS, 0)),
    ("raw", lambda s, x: s.index(raw=x), NO_NAMES),
    ("path", lambda s, x: s.columns(x), (None, *NO_TEXTS)),
    ("batch_rows", lambda s, x: s.columns(batch_rows=x), (*NO_NUMBERS, 0)),
    ("raw", lambda s, x: s.columns(raw=x), NO_NAMES),
    ("text", lambda s, x: s.kind.from_json(x), (None, 1.5, True, object(), [], {})),
    ("indent", lambda s, x: s.record.to_json(indent=x), (1.5, "  ", b"x", [], {}, object(), -1)),
    ("mmap", lambda s, x: s.kind.from_file(s.file, mmap=x), (5, "x", [], {}, object())),
    ("field", lambda s, x: s.kind.offset_of(x), (None, *NO_TEXTS)),
    ("field", lambda s, x: s.record.offset_of(x), (None, *NO_TEXTS)),
    ("field", lambda s, x: s.record.span_of(x), NO_TEXTS),
    ("patch", lambda s, x: s.record.patch(x), (1.5, True, [], {}, object())),
    ("chunk_indices", lambda s, x: [*cvc.load_cvc_chunked(s.cvc, x)], (1.5, True, object(), "1")),
    ("backend", lambda s, x: cvc.load_cvc(s.cvc, backend=x), (None, 1.5, [], {}, object())),
    ("rows", lambda s, x: quire.load(s.cvc, rows=x), ([[1], [2, 3]],)),
    ("delta", lambda _, x: tiers.encode_delta(x), NO_RECORDS),
    ("factors", lambda _, x: tiers.encode_factors(x), NO_RECORDS),
    ("deltas", lambda _, x: tiers.DeltaChain(x), NO_LISTS),
    ("deltas", lambda _, x: tiers.apply_deltas(np.zeros(8), x), (*NO_LISTS, [None], [1.5])),
    ("now", lambda _, x: [*tiers.encode_frames([[1.0]], tiers.SegmentPolicy(), now=x)], NO_NUMBERS),
    ("shape", lambda _, x: tiers.AbsentTensor(x), (None, 1.5, "x", object())),
    ("choices", lambda s, x: testing.generate(s.kind, x), (1.5, "x", [], {}, {1}, object())),
    ("data", lambda s, x: testing.choices_of(s.kind, x), (None, 1.5, "x", [], {1}, object())),
    ("path", lambda s, x: s.record.to_arrow(x), (None, *NO_TEXTS)),
    ("frames", lambda _, x: [*tiers.encode_frames(x, tiers.SegmentPolicy())], NO_LISTS),
    (
        "two_level_blocks",
        lambda _, x: tiers.QuantizedArray(NO_CODES, (0,), 3, two_level_blocks=x),
        (None, *NO_BYTES),
    ),
    ("chunks", lambda _, x: cdd.Rows(x, [0]), NO_RECORDS),
    ("numbers", lambda s, x: cdd.Rows(s.chunks(), x), NO_LISTS[:4]),
    ("initial", lambda _, x: cdd.MemoryBackend(x), (None, *NO_BYTES)),
    ("tags", lambda _, x: columns.Union(x, INTEGERS, {}, has_none=False), NO_INTEGERS),
    ("places", lambda _, x: columns.Union(INTEGERS, x, {}, has_none=False), NO_INTEGERS),
    ("places", lambda _, x: columns.Union(INTEGERS, x, {}, has_none=False), (INTEGERS[:2],)),
    ("cases", lambda _, x: columns.Union(INTEGERS, INTEGERS, x, has_none=False), (None, 1, [])),
    ("offsets", lambda _, x: columns.Lists(x, INTEGERS, None), NO_INTEGERS),
    ("offsets", lambda _, x: columns.Pieces(x, INTEGERS, None, is_text=False), NO_INTEGERS),
    ("data", lambda _, x: columns.Pieces(INTEGERS, x, None, is_text=False), NO_INTEGERS),
    ("word", lambda _, x: finalfusion.ngrams(x, 3, 6), (None, *NO_TEXTS)),
    ("min_n", lambda _, x: finalfusion.ngrams("cat", x, 6), (None, 0, -1, *NO_NUMBERS)),
    ("max_n", lambda _, x: finalfusion.ngrams("cat", 3, x), (None, *NO_NUMBERS)),
    ("larger", lambda _, x: testing.Choices(larger=x), (None, 0, *NO_NUMBERS)),
    ("data", lambda s, x: [*testing.broken(s.kind, x)], NO_BYTES),
    ("tensors", lambda s, x: hpdkv.save_bundle(s.spec.with_suffix(".b"), x), NO_PAIRS),
    ("tensors", lambda _, x: tiers.TieredStore().put_many(x), NO_PAIRS),
    ("sections", lambda s, x: cvc.pack_cvc_sections(x, s.cvc), NO_PAIRS),
    ("file", lambda s, x: cvc.CvcReader(s.cvc, file=x), NO_RECORDS[1:]),
    ("index", lambda s, x: cvc.CvcReader(s.cvc).chunk(x), (None, *NO_NUMBERS)),
    ("ranges", lambda s, x: cvc.CvcReader(s.cvc).read_ranges(x), NO_LISTS),
    ("metadata_key", lambda s, x: cvc.load_cvc_range(s.cvc, metadata_key=x), NO_TEXTS),
    ("format_version", lambda s, x: cvc.pack_cvc(FLOATS, s.cvc, format_version=x), NO_NUMBERS),
    ("groups", lambda _, x: cdd.DataWriter(None).append_groups(x, ["raw"]), (*NO_LISTS, [1.5])),
    ("types", lambda _, x: cdd.DataWriter(None).append_groups([[FLOATS]], x), NO_LISTS),
    ("user_metadata", lambda _, x: cdd.DataWriter(None).set_user_metadata(x), (None, *NO_BYTES)),
    ("type", lambda _, x: cdd.DataWriter(None).append(FLOATS, type=x), CHOICES),
    ("level", lambda _, x: cdd.DataWriter(None).append(FLOATS, "zstd", x), CHOICES),
    ("index_codec", lambda _, x: cdd.DataWriter(None, index_codec=x), CHOICES),
    ("numbers", lambda _, x: cdd.DataWriter(None).reader().get_chunks(x), NO_LISTS),
    ("offset", lambda _, x: cdd.MemoryBackend().read_at(x, 1), (None, -1, *NO_NUMBERS)),
    ("n", lambda _, x: cdd.MemoryBackend().read_at(0, x), (None, -1, *NO_NUMBERS)),
    ("offset", lambda _, x: cdd.MemoryBackend().truncate(x), (None, -1, *NO_NUMBERS)),
    ("data", lambda _, x: cdd.MemoryBackend().write_at(0, x), (None, *NO_BYTES)),
    ("metadata", lambda _, x: EMBEDDINGS.__class__(FLOATS, VOCAB, None, x), NO_LISTS[1:]),
    ("indexer", lambda _, x: finalfusion.FinalfusionBucketVocab(["a"], x), NO_RECORDS[1:]),
    ("default", lambda _, x: EMBEDDINGS.embeddings(["z"], default=x), ("x", {}, [1.0], object())),
    ("word", lambda _, x: finalfusion.FastTextIndexer(8).ngrams(x), (None, *NO_TEXTS)),
    ("ngram", lambda _, x: finalfusion.FastTextIndexer(8)(x), (None, *NO_TEXTS)),
    ("item", lambda _, x: VOCAB.idx(x), (None, *NO_TEXTS)),
    ("vectors", lambda _, x: finalfusion.Embeddings.from_gensim(x), NO_RECORDS),
    ("codes", lambda _, x: tiers.dequantize(tiers.QuantizedBlock(1.0, x, 8)), (None, 1.5, "x", [])),
    ("scale", lambda _, x: tiers.dequantize(tiers.QuantizedBlock(x, CODES, 8)), (None, "x", [])),
    ("block", lambda _, x: tiers.TensorQuantizer(8).dequantize_block(x, FLOATS), NO_RECORDS),
    ("max_length", lambda _, x: tiers.DeltaChain((), x), (None, *NO_NUMBERS)),
    ("delta", lambda _, x: tiers.DeltaChain().append(x), NO_RECORDS),
    ("blob", lambda _, x: tiers.DeltaChain.from_bytes(x), (None, *NO_BYTES)),
    ("now", lambda _, x: tiers.FrameWriter(4, now=x), (None, *NO_NUMBERS)),
    ("now", lambda _, x: tiers.FrameWriter(3).push_frame([0, 0, 0], x), (None, *NO_NUMBERS)),
    ("access_count", lambda _, x: tiers.SegmentPolicy().bits_for(x, 0, 0), (None, *NO_NUMBERS)),
    ("config", lambda _, x: tiers.TieredStore(None, x), NO_RECORDS[1:]),
    ("clock", lambda _, x: tiers.TieredStore(clock=x), NO_RECORDS),
    ("deltas", lambda _, x: tiers.DeltaPolicy("a", x), (*NO_LISTS, [1.5])),
    ("key", lambda _, x: tiers.TieredStore().get(x), NO_KEYS),
    ("key", lambda _, x: x in tiers.TieredStore(), NO_KEYS),
    ("key", lambda _, x: tiers.TieredStore().touch(x), NO_KEYS),
    ("key", lambda _, x: tiers.TieredStore().move(x, tiers.Tier.WARM), NO_KEYS),
    ("key", lambda _, x: tiers.TieredStore().evict(x), NO_KEYS),
    ("key", lambda _, x: tiers.TieredStore().discard(x), NO_KEYS),
    ("key", lambda _, x: tiers.TieredStore().meta(x), NO_KEYS),
    ("key", lambda _, x: tiers.TieredStore().recipe(x), NO_KEYS),
    ("key", lambda _, x: tiers.TieredStore().score(x), NO_KEYS),
    ("key", lambda _, x: tiers.BlockKey.given(x), (*NO_RECORDS, (1,), (1, []))),
    ("block", lambda _, x: tiers.BlockRecord.of((1, 2), x, 1), NO_RECORDS),
    ("values", lambda _, x: finalfusion.Metadata(x), (None, 5, 1.5, "x", [1])),
    ("text", lambda _, x: finalfusion.Metadata.parse(x), (None, *NO_BYTES[:3], b"x")),
    ("words", lambda _, x: EMBEDDINGS.select(x), NO_NAMES),
    ("words", lambda _, x: VOCAB.subword_rows(x), NO_LISTS),
    ("progress", lambda _, x: tiers.TieredStore().verify(progress=x), (np.zeros(3), "x", [])),
    ("max_decoded", lambda _, x: quire.limits(max_decoded=x).__enter__(), NO_NUMBERS),
    ("data", lambda s, x: s.kind.feed().feed(x), (None, *NO_BYTES)),
    ("index", lambda s, x: s.record.span_of("books", x), NO_NUMBERS),
    ("rows", lambda _, x: stored().get("a", rows=x), (int, 1.5, "x")),
]
"""The argument, a call with something in its place, and what does not fit."""

CLASSES: list[Callable[[Any], Any]] = [
    quire.plan_of,
    lambda x: columns.read_columns(x, DATA, "books"),
    testing.generate,
    testing.generated_bytes,
    testing.strategy,
    lambda x: [*testing.broken(x)],
    lambda x: testing.choices_of(x, DATA),
]


@pytest.mark.parametrize(("argument", "call", "wrong"), CALLS)
def test_the_argument_is_named(
    shop: Shop, argument: str, call: Call, wrong: tuple[Any, ...]
) -> None:
    for value in wrong:
        with pytest.raises((TypeError, ValueError), match=rf"^{argument}(\[0\])?: expected "):
            call(shop, value)


@pytest.mark.parametrize("call", CLASSES)
def test_what_takes_a_generated_class_says_so(call: Callable[[Any], Any]) -> None:
    for value in (None, 1.5, "x", [], {}, {1}, object(), int):
        with pytest.raises(TypeError, match=r"class|generated"):
            call(value)


def test_bytes_that_are_none_are_told(shop: Shop) -> None:
    for value in (None, 1.5, "x", [], {}, object()):
        with pytest.raises(TypeError, match=r"^expected bytes, found "):
            shop.kind.from_bytes(value)
