"""Kinds of arrays that callers give, and the functions that take them.

A format adds rows to `TAKERS`: a function that is given an array, has it stored or used, and gives
back the numbers as they are read again; with the word that its errors say, mostly the name of the
argument, and the inputs that it refuses. All others of `GOOD` it has to take.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import numpy.typing as npt

from quire import cvc, hpdkv, tiers
from quire.cdd import DataReader, DataWriter, GroupedReader, GroupedWriter, load_array, save_array
from quire.finalfusion import Embeddings, NdArray, Norms, QuantizedArray, SimpleVocab, load
from quire.generated.cdd import Cdd
from quire.generated.cvc import Cvc

try:
    import torch
except ImportError:  # the tests run without it, too
    torch = None

Array = npt.NDArray[Any]

NUMBERS = np.linspace(-4, 4.5, 18, dtype=np.float64).reshape(6, 3)
"""Halves: every dtype of floats has them, and every scheme keeps them but for a rounding."""

WHOLE = np.arange(18).reshape(6, 3)

GOOD: dict[str, Any] = {
    "float32": NUMBERS.astype(np.float32),
    "float64": NUMBERS,
    "float16": NUMBERS.astype(np.float16),
    "bfloat16": NUMBERS.astype(ml_dtypes.bfloat16),
    "big-endian": NUMBERS.astype(">f4"),
    "int64": WHOLE,
    "uint8": WHOLE.astype(np.uint8),
    "every second": np.repeat(NUMBERS.astype(np.float32), 2, axis=1)[:, ::2],
    "backwards": NUMBERS[::-1].astype(np.float32)[::-1],
    "column by column": np.asfortranarray(NUMBERS.astype(np.float32)),
    "read-only": np.frombuffer(NUMBERS.astype(np.float32).tobytes(), np.float32).reshape(6, 3),
    "a list": NUMBERS.tolist(),
    "a list of vectors": list(NUMBERS.astype(np.float32)),
    "nothing masked": np.ma.masked_array(NUMBERS.astype(np.float32)),
}
"""By what they are: arrays of real numbers, (6, 3)."""

WRONG: dict[str, Any] = {
    "masked": np.ma.masked_array(NUMBERS.astype(np.float32), NUMBERS > 3),
    "a list of masked": [np.ma.masked_array(row, row > 3) for row in NUMBERS.astype(np.float32)],
    "structured": np.zeros((6, 3), [("a", "f4")]),
    "objects": NUMBERS.astype(object),
    "texts": NUMBERS.astype(str),
    "complex": NUMBERS.astype(np.complex64),
    "longdouble": NUMBERS.astype(np.longdouble),
    "dates": WHOLE.astype("datetime64[s]"),
    "ragged": [[1.0], [1.0, 2.0]],
    "no axis": np.float32(1),
    "4 axes": np.zeros((6, 3, 1, 1), np.float32),
    "None": None,
    "a dict": {"a": 1},
}
"""By what they are: what no function can make rows of."""

if torch is not None:
    GOOD["tensor"] = torch.tensor(NUMBERS, dtype=torch.float32)
    WRONG["tensor with gradients"] = torch.tensor(NUMBERS, requires_grad=True)
    WRONG["tensor of bfloat16"] = torch.tensor(NUMBERS, dtype=torch.bfloat16)


def numbers_of(given: Any) -> Array:
    """The numbers of a good input, float64."""
    return WHOLE.astype(np.float64) if given is GOOD["int64"] or given is GOOD["uint8"] else NUMBERS


@dataclass(frozen=True)
class Taker:
    """A function that takes an array.

    Attributes:
        name: Of the function, and of the argument if it has several arrays.
        says: What its errors say.
        call: Gives the array to it, and what was stored of it back.
        refuses: The good inputs that it does not take.
        takes: The wrong inputs that it does take.
    """

    name: str
    says: str
    call: Callable[[Any, Path], Any]
    refuses: frozenset[str] = frozenset()
    takes: frozenset[str] = frozenset()


def pack(given: Any, folder: Path) -> Array:
    cvc.pack_cvc(given, folder / "a.cvc", chunk_size=4)
    return np.asarray(cvc.load_cvc(folder / "a.cvc"))


def pack_pieces(given: Any, folder: Path) -> Array:
    cvc.pack_cvc(iter([given]), folder / "a.cvc", "bfloat16")
    return np.asarray(cvc.load_cvc(folder / "a.cvc"))


def pack_lossless(given: Any, folder: Path) -> Array:
    cvc.pack_cvc(given, folder / "a.cvc", "lossless")
    return np.asarray(cvc.load_cvc(folder / "a.cvc"))


def pack_sections(given: Any, folder: Path) -> Array:
    cvc.pack_cvc_sections(((part, {}) for part in [given]), folder / "a.cvc")
    return np.asarray(cvc.load_cvc(folder / "a.cvc"))


def pack_columns(given: Any, folder: Path) -> Array:
    cvc.pack_cvc_columns({"ts": given}, folder / "a.cvc")
    return np.asarray(cvc.load_cvc_columns(folder / "a.cvc")["ts"])


def pack_plain_columns(given: Any, folder: Path) -> Array:
    cvc.pack_cvc_columns({"ts": given}, folder / "a.cvc", {"ts": "none"})
    return np.asarray(cvc.load_cvc_columns(folder / "a.cvc")["ts"])


def pack_sections_of_columns(given: Any, folder: Path) -> Array:
    cvc.pack_cvc_sections_columnar([({"ts": given}, {})], folder / "a.cvc")
    return np.asarray(cvc.load_cvc_columns(folder / "a.cvc")["ts"])


def add_column(given: Any, folder: Path) -> Array:
    cvc.pack_cvc_columns({"id": np.arange(6)}, folder / "a.cvc")
    cvc.add_column(folder / "a.cvc", "ts", given)
    return np.asarray(cvc.load_cvc_columns(folder / "a.cvc", ["ts"])["ts"])


def update_column(given: Any, folder: Path) -> Array:
    cvc.pack_cvc_columns({"ts": np.arange(6.0)}, folder / "a.cvc")
    cvc.update_column(folder / "a.cvc", "ts", given)
    return np.asarray(cvc.load_cvc_columns(folder / "a.cvc")["ts"])


def build_chunk(given: Any, _: Path) -> Array:
    info = {"rows": 6, "compression": "fp16"}
    header = {"dimension": 3, "compression": "fp16", "chunks": [info]}
    file = Cvc.build(format_version=1, header=header, chunks=[{"payload": given}])
    return np.asarray(Cvc.from_bytes(file.to_bytes()).chunks[0].payload)


WORDS = [f"w{number}" for number in range(6)]


def storage(given: Any, folder: Path) -> Array:
    Embeddings(NdArray(given), SimpleVocab(WORDS)).write(folder / "a.fifu")
    return np.asarray(load(folder / "a.fifu").storage)


def embeddings(given: Any, folder: Path) -> Array:
    Embeddings(given, SimpleVocab(WORDS)).write(folder / "a.fifu")
    return np.asarray(load(folder / "a.fifu").storage)


def norms(given: Any, folder: Path) -> Array:
    first = given[:, 0] if getattr(given, "ndim", 0) == 2 else given
    made = Embeddings(np.ones((6, 2), np.float32), SimpleVocab(WORDS), Norms(first))
    made.write(folder / "a.fifu")
    found = load(folder / "a.fifu").norms
    assert found is not None
    whole: Array = np.asarray(found)[:, None] + np.array([0, 0.5, 1], np.float32)
    return whole


def codes(given: Any, _: Path) -> Array:
    books = np.tile(np.arange(18, dtype=np.float32)[:, None], (3, 1, 1))
    return np.asarray(QuantizedArray(given, books))


def codebooks(given: Any, _: Path) -> Array:
    books = given[None] if hasattr(given, "dtype") else given
    return np.asarray(QuantizedArray(np.arange(6, dtype=np.uint8)[:, None], books))


def query(given: Any, _: Path) -> Array:
    made = Embeddings(np.eye(18, dtype=np.float32), SimpleVocab([str(i) for i in range(18)]))
    flat = [*chain.from_iterable(given)] if isinstance(given, list) else given
    flat = flat.reshape(-1) if hasattr(flat, "reshape") else flat
    found = {int(word): near for word, near in made.embedding_similarity(flat, 18)}
    return np.array([found[place] for place in range(18)]).reshape(6, 3)


def append_chunk(given: Any, folder: Path) -> Array:
    with DataWriter(folder / "a.cdd") as writer:
        writer.append_chunk(given)
    return np.asarray(DataReader(folder / "a.cdd")[0])


def append(given: Any, folder: Path) -> Array:
    with DataWriter(folder / "a.cdd", layout="cryptodd") as writer:
        writer.append(given, target_bytes=30)
    return DataReader(folder / "a.cdd").to_numpy()


def append_behind(given: Any, folder: Path) -> Array:
    with DataWriter(folder / "a.cdd") as writer:
        writer.append_chunk(NUMBERS[:1].astype(np.float32))
        writer.append(given)
    return np.asarray(DataReader(folder / "a.cdd").rows[1:])


def append_halves(given: Any, folder: Path) -> Array:
    with DataWriter(folder / "a.cdd", layout="cryptodd") as writer:
        writer.append_chunk(given, "temporal_2d_f16")
    return DataReader(folder / "a.cdd").to_numpy()


def append_group(given: Any, folder: Path) -> Array:
    with DataWriter(folder / "a.cdd") as writer:
        writer.append_groups([[given, NUMBERS]], ["zstd", "raw"])
    return np.asarray(DataReader(folder / "a.cdd")[0])


def append_rows(given: Any, folder: Path) -> Array:
    with GroupedWriter(folder / "a.cdd", ["array", "b"]) as writer:
        writer.append({"array": given, "b": NUMBERS})
    return np.asarray(GroupedReader(folder / "a.cdd")["array"])


def save_one(given: Any, folder: Path) -> Array:
    save_array(folder / "a.cdd", given)
    return load_array(folder / "a.cdd")


def build_record(given: Any, _: Path) -> Array:
    made = Cdd.Chunk.build(
        type=Cdd.ChunkType.raw,
        dtype=Cdd.DataType.float64,
        flags=Cdd.Transforms.build(little_endian=True),
        shape=[6, 3, 0],
        data=given,
    )
    return np.asarray(Cdd.Chunk.from_bytes(made.to_bytes()).data)


def pack_blob(given: Any, _: Path) -> Array:
    return np.asarray(hpdkv.unpack_residuals(hpdkv.pack_residuals(given)))


def pack_halves(given: Any, _: Path) -> Array:
    return np.asarray(hpdkv.unpack_residuals(hpdkv.pack_residuals(given, dtype="bfloat16")))


def save_blob(given: Any, folder: Path) -> Array:
    hpdkv.save_residuals(folder / "a.hpdv", given, store_topk=0.99, compress=True)
    return np.asarray(hpdkv.load_residuals(folder / "a.hpdv"))


def save_bundle(given: Any, folder: Path) -> Array:
    hpdkv.save_bundle(folder / "a.hpdb", {"tensor 1": given}, shard_elements=7)
    return np.asarray(hpdkv.Bundle(folder / "a.hpdb")["tensor 1"])


def residual(given: Any, _: Path) -> Array:
    start = np.zeros((6, 3), np.float16)
    found = hpdkv.residual(given, start, dtype="bfloat16", exact=False)
    return np.asarray(found.float() if hasattr(found, "float") else found)


def residual_of(given: Any, _: Path) -> Array:
    return -np.asarray(hpdkv.residual(np.zeros((6, 3), np.float16), given, exact=False))


BLOB = hpdkv.pack_residuals(np.ones((6, 3), np.float16))


def restore(given: Any, _: Path) -> Array:
    return np.asarray(hpdkv.restore(given, BLOB, dtype="float32")) - np.float32(1)


def rounded(found: Any) -> Array:
    """Numbers that were quantised in blocks of one, to the halves that they were."""
    values = np.asarray(found, np.float64)
    values = values.reshape(-1, 3) if values.size % 3 == 0 else values
    halves: Array = np.round(values * 2) / 2
    return halves


def tiers_quantize(given: Any, _: Path) -> Array:
    return rounded(tiers.quantize(given, 8, 1))


def tiers_save(given: Any, folder: Path) -> Array:
    tiers.save_tensor(folder / "a.qtr", given, block_size=1)
    return rounded(tiers.load_tensor(folder / "a.qtr"))


def tiers_put(given: Any, _: Path) -> Array:
    with tiers.TieredStore(config=tiers.TierConfig(block_size=1)) as store:
        store.put("a", given)
        store.put_many([("b", given)])
        assert np.array_equal(store.get("a"), store.get("b"))
        return rounded(store.get("a"))


def tiers_segment(given: Any, _: Path) -> Array:
    return rounded(tiers.decode_segment(tiers.encode_segment(given, 8, 1)))


def tiers_frames(given: Any, _: Path) -> Array:
    policy = tiers.SegmentPolicy(group_len=1, hot_min_score=0)
    rows = [None] if given is None else given
    return rounded(np.concatenate([*map(tiers.decode_segment, tiers.encode_frames(rows, policy))]))


def tiers_blocks(given: Any, _: Path) -> Array:
    blocks = tiers.quantize_s8(given, tiers.QuantConfig(block_size=1))
    return rounded(np.concatenate([tiers.dequantize(block) for block in blocks]))


def tiers_deltas(given: Any, _: Path) -> Array:
    zeros = np.zeros((6, 3), np.float32)
    deltas = tiers.compute_deltas(zeros, given, max_change_fraction=2)
    assert deltas is not None
    return rounded(tiers.apply_deltas(zeros, deltas))


def tiers_base(given: Any, _: Path) -> Array:
    return rounded(tiers.apply_deltas(given, []))


def tiers_factors(given: Any, _: Path) -> Array:
    return rounded(tiers.FactorSet.from_matrix(given, 3).reconstruct())


ALL = frozenset(GOOD)
PLAIN = {"float32", "every second", "backwards", "column by column", "read-only", "nothing masked"}
"""What is float32 of numpy, and can be kept without a copy."""

FLOAT32 = PLAIN | {"big-endian", "a list of vectors", "tensor"}
TENSORS = frozenset({"tensor with gradients", "tensor of bfloat16"})
ANY_SHAPE = TENSORS | {"no axis", "4 axes"}
INTEGERS = frozenset({"int64", "uint8"})
NO_HALVES = INTEGERS | {"float64", "a list"}
HALVES = ANY_SHAPE - {"tensor with gradients"}
FLOATS = TENSORS | {"longdouble"}

TAKERS = (
    Taker("pack_cvc", "vectors", pack),
    Taker("pack_cvc, of pieces", "vectors", pack_pieces),
    Taker("pack_cvc, lossless", "vectors", pack_lossless),
    Taker("pack_cvc_sections", "vectors", pack_sections),
    Taker("pack_cvc_columns", "ts", pack_columns),
    Taker("pack_cvc_columns, none", "ts", pack_plain_columns),
    Taker("pack_cvc_sections_columnar", "ts", pack_sections_of_columns),
    Taker("add_column", "ts", add_column),
    Taker("update_column", "ts", update_column),
    Taker("Cvc.build", "payload", build_chunk),
    Taker("NdArray", "array", storage, ALL - PLAIN),
    Taker("Embeddings", "array", embeddings, ALL - PLAIN),
    Taker("Norms", "array", norms, ALL - PLAIN),
    Taker("QuantizedArray, codes", "codes", codes, ALL - {"uint8"}),
    Taker("QuantizedArray, codebooks", "codebooks", codebooks, ALL - PLAIN),
    Taker("embedding_similarity", "query", query, takes=frozenset({"4 axes"})),
    Taker("append_chunk", "array", append_chunk, takes=ANY_SHAPE),
    Taker("append", "array", append, takes=ANY_SHAPE - {"no axis"}),
    Taker("append, behind others", "array", append_behind, ALL - FLOAT32),
    Taker("append_chunk, halves", "array", append_halves, ALL - FLOAT32),
    Taker("append_groups", "array", append_group, takes=ANY_SHAPE),
    Taker("GroupedWriter.append", "array", append_rows, takes=ANY_SHAPE - {"no axis"}),
    Taker("save_array", "array", save_one, takes=ANY_SHAPE),
    Taker("Cdd.Chunk.build", "data", build_record, takes=frozenset({"longdouble"})),
    Taker("pack_residuals", "tensor", pack_blob, NO_HALVES, HALVES),
    Taker("pack_residuals, bfloat16", "tensor", pack_halves, INTEGERS, ANY_SHAPE | {"longdouble"}),
    Taker("save_residuals", "tensor", save_blob, NO_HALVES, HALVES),
    Taker("save_bundle", "tensor", save_bundle, NO_HALVES, HALVES),
    Taker("residual, weights", "weights", residual, INTEGERS, FLOATS),
    Taker("residual, reconstruction", "reconstruction", residual_of, INTEGERS, FLOATS),
    Taker("restore", "reconstruction", restore, INTEGERS, FLOATS),
    Taker("tiers.quantize", "array", tiers_quantize, takes=ANY_SHAPE),
    Taker("tiers.save_tensor", "tensor", tiers_save, takes=ANY_SHAPE),
    Taker("TieredStore.put", "tensor", tiers_put, takes=ANY_SHAPE),
    Taker("tiers.encode_segment", "frames", tiers_segment, takes=TENSORS),
    Taker("tiers.encode_frames", "", tiers_frames, takes=TENSORS),
    Taker("tiers.quantize_s8", "values", tiers_blocks, takes=ANY_SHAPE),
    Taker("tiers.compute_deltas", "new", tiers_deltas, takes=TENSORS),
    Taker("tiers.apply_deltas", "base", tiers_base, takes=ANY_SHAPE),
    Taker("tiers.FactorSet", "matrix", tiers_factors, takes=TENSORS),
)
