"""Files: chunks as the parts of embeddings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar, cast

import numpy as np

from quire.finalfusion.matrix import NdArray, Norms, Storage
from quire.finalfusion.memory import Memory
from quire.finalfusion.metadata import Metadata, StoredMetadata
from quire.finalfusion.quantized import QuantizedArray
from quire.finalfusion.subword import (
    ExplicitIndexer,
    FastTextIndexer,
    FinalfusionHashIndexer,
    FloretIndexer,
)
from quire.finalfusion.vocab import (
    ExplicitVocab,
    FastTextVocab,
    FinalfusionBucketVocab,
    FloretVocab,
    SimpleVocab,
    Vocab,
)
from quire.generated.finalfusion import Finalfusion
from quire.kernels.engine.payload import Encoded
from quire.runtime import FormatError
from quire.sources import Given, Source

One = TypeVar("One")
ORDER = (
    ("metadata", (Finalfusion.Metadata,)),
    (
        "vocabulary",
        (
            Finalfusion.SimpleVocabulary,
            Finalfusion.BucketVocabulary,
            Finalfusion.FasttextVocabulary,
            Finalfusion.ExplicitVocabulary,
            Finalfusion.FloretVocabulary,
        ),
    ),
    ("storage", (Finalfusion.Matrix, Finalfusion.QuantizedMatrix)),
    ("norms", (Finalfusion.Norms,)),
)
"""The parts of a file, in the order of its chunks."""

OPTIONAL = ("metadata", "norms")


def read_parts(
    file: Given | Source, *, mmap: bool
) -> tuple[Storage, Vocab, Norms | None, StoredMetadata | None]:
    """The parts of a file; see `quire.finalfusion.load`. Metadata are not parsed yet."""
    io = Source.of(file).reader()
    memory = Memory(io, mapped=mmap)
    with memory.filling():
        chunks = dict(_in_order(Finalfusion(io)))
        vocab = _vocab(chunks["vocabulary"], memory)
        storage = _of_float32(_storage(chunks["storage"], memory))
        rows, of_rows = storage.shape[0], "rows, as the vocabulary has"
        _expect(chunks["storage"], "data.num_rows", rows, vocab.upper_bound, of_rows)
        norms = None
        if "norms" in chunks:
            data = cast("Finalfusion.Norms", chunks["norms"].data)
            norms = Norms(memory.array(data.norms))
            of_norms = "norms, as there are words"
            _expect(chunks["norms"], "data.num_norms", len(norms), len(vocab), of_norms)
    metadata = _metadata(chunks["metadata"]) if "metadata" in chunks else None
    return storage, vocab, norms, metadata


def load_vocab(file: Given | Source) -> Vocab:
    """The first vocabulary of a finalfusion file, whatever else is in it.

    Raises:
        quire.FormatError: there is none.
    """
    io = Source.of(file).reader()
    return _vocab(_first(Finalfusion(io), "vocabulary"), Memory(io, mapped=False))


def load_storage(file: Given | Source, mmap: bool = False) -> Storage:  # noqa: FBT001, FBT002  # as its users know it
    """The first storage of a finalfusion file, whatever else is in it; see `load`.

    Raises:
        quire.FormatError: there is none.
    """
    io = Source.of(file).reader()
    memory = Memory(io, mapped=mmap)
    with memory.filling():
        return _storage(_first(Finalfusion(io), "storage"), memory)


def stored_rows(record: Finalfusion) -> Encoded:
    """The rows of the first storage of a file, not decoded."""
    data = cast("Finalfusion.Matrix | Finalfusion.QuantizedMatrix", _first(record, "storage").data)
    return data.rows


def _vocab_loader(kind: type[One]) -> Callable[[Given | Source], One]:

    def load_one(file: Given | Source) -> One:
        return _expect_kind(load_vocab(file), kind)

    load_one.__doc__ = f"""The first vocabulary of a finalfusion file, a `{kind.__name__}`.

    Raises:
        quire.FormatError: there is none, or it is of another kind.
    """
    return load_one


load_simple_vocab = _vocab_loader(SimpleVocab)
"""The first vocabulary of a file, a `SimpleVocab`; else a `quire.FormatError`."""

load_finalfusion_bucket_vocab = _vocab_loader(FinalfusionBucketVocab)
"""The first vocabulary of a file, a `FinalfusionBucketVocab`; else a `quire.FormatError`."""

load_fasttext_vocab = _vocab_loader(FastTextVocab)
"""The first vocabulary of a file, a `FastTextVocab`; else a `quire.FormatError`."""

load_explicit_vocab = _vocab_loader(ExplicitVocab)
"""The first vocabulary of a file, an `ExplicitVocab`; else a `quire.FormatError`."""


def load_ndarray(file: Given | Source, mmap: bool = False) -> NdArray:  # noqa: FBT001, FBT002  # as its users know it
    """The first storage of a file, plain rows; else a `quire.FormatError`. See `load_storage`."""
    return _expect_kind(load_storage(file, mmap), NdArray)


def load_quantized_array(file: Given | Source, mmap: bool = False) -> QuantizedArray:  # noqa: FBT001, FBT002  # the same
    """The first storage, quantised rows; else a `quire.FormatError`. See `load_storage`."""
    return _expect_kind(load_storage(file, mmap), QuantizedArray)


def _expect_kind(found: object, kind: type[One]) -> One:
    if not isinstance(found, kind):
        error = FormatError("chunks", f"one that is a {kind.__name__}", type(found).__name__)
        raise error.locate("finalfusion", "")
    return found


def load_norms(file: Given | Source) -> Norms:
    """The first norms of a finalfusion file, whatever else is in it; else a `FormatError`."""
    data = cast("Finalfusion.Norms", _first(Finalfusion(Source.of(file).reader()), "norms").data)
    return Norms(np.array(data.norms, np.float32))


def load_metadata(file: Given | Source) -> Metadata:
    """The first metadata of a finalfusion file, whatever else is in it.

    Raises:
        quire.FormatError: there are none, or they are not TOML.
    """
    return _metadata(_first(Finalfusion(Source.of(file).reader()), "metadata")).parsed()


def _first(record: Finalfusion, name: str) -> Finalfusion.Chunk:
    """The first chunk with some part of embeddings."""
    kinds = dict(ORDER)[name]
    for chunk in record.chunks:
        if isinstance(chunk.data, kinds):
            return chunk
    raise FormatError("chunks", f"one with {name}", "none", format="finalfusion")


# -- reading ---------------------------------------------------------------------------------


def _in_order(record: Finalfusion) -> Iterator[tuple[str, Finalfusion.Chunk]]:
    """The chunks as parts of embeddings; a FormatError if there are others, or in another order."""
    expected = list(ORDER)
    for chunk in record.chunks:
        while expected and not isinstance(chunk.data, expected[0][1]):
            if expected[0][0] not in OPTIONAL:
                raise _misplaced(chunk, expected[0][0])
            del expected[0]
        if not expected:
            raise _misplaced(chunk, "nothing more")
        yield expected.pop(0)[0], chunk
    for name, _ in expected:
        if name not in OPTIONAL:
            raise FormatError("chunks", f"one with {name}", "the end", format="finalfusion")


def _misplaced(chunk: Finalfusion.Chunk, expected: str) -> FormatError:
    found = getattr(chunk.kind, "name", f"chunk kind {int(chunk.kind)}")
    return chunk._wrong("kind", expected, found)


def _expect(chunk: Finalfusion.Chunk, name: str, found: int, wanted: int, of_what: str) -> None:
    if found != wanted:
        raise chunk._wrong(name, f"{wanted} {of_what}", found)


def _vocab(chunk: Finalfusion.Chunk, memory: Memory) -> Vocab:
    data: Any = chunk.data
    try:
        if isinstance(data, Finalfusion.FloretVocabulary):
            sizes = data.num_buckets, data.min_n, data.max_n, data.num_hashes, data.seed
            markers = data.begin_marker.text, data.end_marker.text
            return FloretVocab(FloretIndexer(*sizes, *markers))
        words = memory.texts(data.words)
        if isinstance(data, Finalfusion.BucketVocabulary):
            hashed = FinalfusionHashIndexer(data.bucket_exponent, data.min_n, data.max_n)
            return FinalfusionBucketVocab(words, hashed)
        if isinstance(data, Finalfusion.FasttextVocabulary):
            indexer = FastTextIndexer(data.num_buckets, data.min_n, data.max_n)
            return FastTextVocab(words, indexer)
        if isinstance(data, Finalfusion.ExplicitVocabulary):
            ngrams, numbers = memory.texts(data.ngrams), np.asarray(data.ngrams.column("index"))
            return ExplicitVocab(words, ExplicitIndexer(ngrams, data.min_n, data.max_n, numbers))
        return SimpleVocab(words)
    except FormatError as error:
        error.offset = chunk.ofs_chunk
        raise error.locate("finalfusion", f"{chunk._path()}.data") from None


def _metadata(chunk: Finalfusion.Chunk) -> StoredMetadata:
    data = cast("Finalfusion.Metadata", chunk.data)
    start = chunk.ofs_chunk + Finalfusion.Chunk.offset_of("data")
    return StoredMetadata(data.toml, f"{chunk._path()}.data.toml", start)


def _storage(chunk: Finalfusion.Chunk, memory: Memory) -> Storage:
    data = chunk.data
    if isinstance(data, Finalfusion.Matrix):
        stored = np.frombuffer(data.rows.stored, data.rows.dtype)
        return NdArray(memory.array(stored.reshape(data.rows.shape)))
    data = cast("Finalfusion.QuantizedMatrix", data)
    codes = np.frombuffer(data.rows.stored, np.uint8)
    codes = codes.reshape(data.num_rows, data.num_subquantizers)
    if not memory.mapped:
        data.rows.verify()
    return QuantizedArray(
        memory.array(codes),
        memory.array(data.subquantizers),
        memory.array(data.projection) if data.use_projection else None,
        memory.array(data.norms) if data.use_norms else None,
        data.rows,
    )


def _of_float32(storage: Storage) -> Storage:
    """Rows as embeddings have them: those of another dtype are rounded."""
    if not isinstance(storage, NdArray) or storage.dtype == np.float32:
        return storage
    return NdArray(np.asarray(storage).astype(np.float32))
