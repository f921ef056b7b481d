"""Each argument of what users call is given something else: an error tells it that is meant to.

What is not checked where it comes in fails somewhere inside, by an error that names nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire import cdd, cvc, finalfusion, hpdkv, tiers

Call = tuple[Callable[..., object], dict[str, Any]]

WRONG: tuple[Any, ...] = (
    None, "x", b"x", 1.5, -1, 2**70, [], {}, object(), float("nan"), np.array([1, 2]), "\ud800", (),
    True, np.float32,
)  # fmt: skip  # laid out as a table

STRAY = (
    AttributeError,
    AssertionError,
    NameError,
    OverflowError,
    RecursionError,
    ZeroDivisionError,
    MemoryError,
    BufferError,
)
"""What no wrong argument is told by."""

VALUES = np.arange(24, dtype=np.float32).reshape(8, 3)
HALVES = VALUES.astype(np.float16)
WHERE = {"device": "cpu", "framework": "numpy", "backend": "auto", "workers": 1}


def of_hpdkv(folder: Path) -> Iterator[Call]:
    blob, sparse = (hpdkv.pack_residuals(HALVES, store_topk=share) for share in (None, 0.3))
    file, bundle = folder / "r.hpdv", folder / "b.hpdb"
    hpdkv.save_residuals(file, HALVES)
    hpdkv.save_bundle(bundle, {"a": HALVES})
    packing = {"store_topk": 0.5, "compress": True, "dtype": "float16", "order": "index"}
    yield hpdkv.pack_residuals, {"x": HALVES, **packing}
    yield hpdkv.estimate_hpdkv_size, {"x_or_shape": (8, 3), "store_topk": 0.5}
    yield hpdkv.unpack_residuals, {"blob": blob, "device": "cpu", "framework": "numpy", "out": None}
    yield hpdkv.sparse_residuals, {"blob": sparse, "framework": "numpy", "strict": True}
    yield hpdkv.restore, {"reconstruction": VALUES, "blob": blob, "dtype": "float32", "out": None}
    yield hpdkv.add_residuals, {"target": VALUES.copy(), "blob": blob}
    yield hpdkv.residual, {"weights": HALVES, "reconstruction": HALVES, "dtype": "float16"}
    yield hpdkv.load_residuals, {"source": file, "rows": None, "out": None, **WHERE}
    yield hpdkv.load_residuals, {"source": file, "rows": slice(1, 3), "out": None, **WHERE}
    target = {"target": folder / "x", "tensors": {"a": HALVES}, "shard_elements": 5}
    yield hpdkv.save_bundle, {**target, **packing}
    yield hpdkv.load_bundle, {"source": bundle, "names": ["a"], "device": "cpu"}
    yield hpdkv.view_residuals, {"source": file}


def of_cvc(folder: Path) -> Iterator[Call]:
    rows, columns, made = folder / "v.cvc", folder / "c.cvc", folder / "x.cvc"
    cvc.pack_cvc(VALUES, rows, chunk_size=3)
    cvc.pack_cvc_columns({"a": VALUES, "b": np.arange(8)}, columns, chunk_size=3)
    how: dict[str, Any] = {"output_path": made, "chunk_size": 3, "workers": 1}
    more = {"chunk_metadata": [1, 2, 3], "mmap_optimized": False, "format_version": 1}
    yield cvc.pack_cvc, {"vectors": VALUES, "compression": "fp16", **how, **more}
    yield cvc.pack_cvc_columns, {"data": {"a": VALUES}, "compressions": {"a": "int8"}, **how}
    section = {"sections": [(VALUES, {"a": 1})], "output_path": made, "chunk_size": 3}
    yield cvc.pack_cvc_sections, {**section, "compression": "fp16", "format_version": 1}
    yield cvc.pack_cvc_sections_columnar, {"sections": [({"a": VALUES}, 1)], **how}
    skip = {"on_corruption": "skip", "fill_value": 0.0, "rows": None, "out": None}
    yield cvc.load_cvc, {"path": rows, **skip, **WHERE}
    chosen = {"path": rows, "chunk_indices": [0, 1], **WHERE}
    yield lambda **given: list(cvc.load_cvc_chunked(**given)), chosen
    keys = ("metadata_key", "metadata_value", "section_key", "section_value")
    yield cvc.load_cvc_range, {**chosen, **dict.fromkeys(keys)}
    wanted = {"path": columns, "columns": ["a"], "rows": slice(0, 2), "as_float32": True}
    yield cvc.load_cvc_columns, {**wanted, **WHERE}
    edited: dict[str, Any] = {"path": columns, "data": np.arange(8), "output_path": made}
    yield cvc.add_column, {"column_name": "z", "compression": "none", **edited}
    yield cvc.update_column, {"column_name": "a", "compression": "none", **edited}
    yield (
        cvc.rename_column,
        {"path": columns, "old_name": "a", "new_name": "k", "output_path": made},
    )
    yield cvc.validate_cvc, {"path": rows}


def of_tiers(folder: Path) -> Iterator[Call]:
    file = folder / "t.qtr"
    tiers.save_tensor(file, VALUES)
    whole, block = tiers.quantize(VALUES, 8), tiers.quantize_block(VALUES, 5)
    segment, factors = tiers.encode_segment(VALUES, 8), tiers.FactorSet.from_matrix(VALUES, 2)
    delta = tiers.compute_delta(VALUES, VALUES + 1, max_change_fraction=2)
    assert delta is not None
    shaped = {"block_size": 5, "two_level": "auto"}
    yield tiers.quantize, {"array": VALUES, "bits": 3, **shaped, "threshold": 5.0}
    yield tiers.QuantizedArray, {"data": whole.data, "shape": (8, 3), "bits": 8, "block_size": 64}
    yield whole.dequantize, {"out": None, "rows": slice(0, 2), **WHERE}
    yield tiers.OneScaleBlock, {"data": block.data, "scale": 1.0, "bits": 5, "count": 24}
    yield block.dequantize, {"out": None}
    yield tiers.pack_bits, {"codes": [1, -1], "bits": 3, "out": None}
    yield tiers.unpack_bits, {"data": b"abc", "bits": 3, "count": 3, "out": None}
    yield tiers.pack_tensor, {"tensor": VALUES, "bits": 3, **shaped, "metadata": {}}
    yield tiers.load_tensor, {"source": file, "rows": slice(0, 2), "out": None, **WHERE}
    yield tiers.encode_segment, {"frames": VALUES, "bits": 8, "group_len": 2}
    yield (
        tiers.decode_segment,
        {"blob": segment, "frame": 1, "scale_decoding": "exact", "out": None},
    )
    times = {"access_count": 0, "last_access": 0, "now": 0}
    yield (
        lambda **given: [*tiers.encode_frames(**given)],
        {"frames": VALUES, "policy": None, **times},
    )
    limits = {"threshold": 0.1, "max_change_fraction": 2.0}
    yield tiers.compute_delta, {"old": VALUES, "new": VALUES + 1, **limits}
    yield tiers.apply_delta, {"base": VALUES, "delta": delta, "out": None}
    yield tiers.decode_delta, {"blob": tiers.encode_delta(delta)}
    yield (
        tiers.FactorSet,
        {"tensor_id": 0, "block_index": 0, "u": factors.u, "s": factors.s, "v": factors.v},
    )
    yield tiers.FactorSet.from_matrix, {"matrix": VALUES, "rank": 2, "max_error": None}
    yield factors.reconstruct, {"out": None}
    record = {"tier": 1, "bits": 8, "scale": 1.0, "checksum": 0, "block_bytes": 3}
    yield tiers.BlockRecord, {"tensor_id": 0, "block_index": 0, **record}
    yield tiers.TierConfig, {"alpha": 0.1, "t1": 0.7, "t2": 0.3, "min_residency": 5}
    yield tiers.AbsentTensor, {"shape": (2, 3), "reconstruct": None}
    with tiers.TieredStore() as store:
        store.put("a", VALUES)
        yield store.put, {"key": "b", "tensor": VALUES, "tier": tiers.Tier.HOT, "recipe": None}
        where = {"device": "cpu", "framework": "numpy"}
        yield store.get, {"key": "a", "out": None, "rows": slice(0, 2), **where}
        yield store.move, {"key": "a", "tier": tiers.Tier.COLD}
        yield store.tick, {"byte_budget": 1, "op_budget": 1}


def of_finalfusion(folder: Path) -> Iterator[Call]:
    words = finalfusion.SimpleVocab(list("abcdefgh"))
    made = finalfusion.Embeddings(finalfusion.NdArray(VALUES.copy()), words)
    path, text = folder / "e.fifu", folder / "e.txt"
    made.write(path)
    finalfusion.write_text(text, made)
    yield finalfusion.load, {"file": path, "mmap": True}
    yield finalfusion.load_text, {"file": text, "lossy": True, "blanks": True}
    for write in (finalfusion.write_text, finalfusion.write_word2vec, finalfusion.write_fasttext):
        yield write, {"file": folder / "x", "embeddings": made}
    yield finalfusion.write_text_dims, {"file": folder / "x", "embeddings": made, "sep": " "}
    yield finalfusion.convert, {"source": text, "target": folder / "x", "target_format": "text"}
    yield finalfusion.Embeddings, {"storage": made.storage, "vocab": words, "norms": None}
    yield made.embedding, {"word": "a", "out": None, "default": None}
    yield made.embeddings, {"words": ["a"], "out": None, "default": 0}
    yield made.word_similarity, {"query": "a", "k": 2}
    yield made.embedding_similarity, {"query": VALUES[0], "k": 2, "skip": ["a"]}
    yield made.analogy, {"word1": "a", "word2": "b", "word3": "c", "k": 2, "skip": None}
    yield made.select, {"words": ["a"], "skip_unknown": True}
    yield finalfusion.SimpleVocab, {"words": ["a"]}
    lengths = {"min_n": 3, "max_n": 6}
    yield finalfusion.FastTextIndexer, {"n_buckets": 10, **lengths}
    yield finalfusion.FinalfusionHashIndexer, {"bucket_exp": 10, **lengths}
    hashes = {"n_hashes": 1, "seed": 1, "begin": "<", "end": ">"}
    yield finalfusion.FloretIndexer, {"n_buckets": 10, **lengths, **hashes}
    yield finalfusion.ExplicitIndexer, {"ngrams": ["<ab"], **lengths, "ngram_index": [0]}
    yield finalfusion.save_matrix, {"file": folder / "x", "array": VALUES}


def of_cdd(folder: Path) -> Iterator[Call]:
    path = folder / "d.cdd"
    cdd.save_rows(path, VALUES)
    asked = {"layout": "cdd", "capacity": 8, "index_codec": "raw", "durability": "none"}
    encoding = {"type": "auto", "level": 1}
    cut = {"target_bytes": 100, "workers": 1}
    yield cdd.DataWriter, {"target": None, **asked, "user_metadata": b""}
    yield cdd.DataWriter(None).append, {"array": VALUES, **encoding, **cut}
    yield cdd.DataWriter(None).append_chunk, {"array": VALUES, **encoding}
    groups = {"groups": [[VALUES, VALUES]], "types": ["auto", "raw"], "level": 1, "workers": 1}
    yield cdd.DataWriter(None, mixed=True).append_groups, groups
    named = {"names": ["a"], "user_metadata": {}, "types": {"a": "raw"}}
    yield lambda **given: cdd.GroupedWriter(cdd.MemoryBackend(), **given), {**named, **asked}
    appended = {"arrays": {"a": VALUES}, "level": 1, **cut}
    yield cdd.GroupedWriter(cdd.MemoryBackend(), ["a"]).append, appended
    yield cdd.DataReader, {"target": path}
    reader = cdd.DataReader(path)
    yield reader.get_chunk, {"i": 0, "out": None, "device": "cpu", "framework": "numpy"}
    yield reader.get_chunks, {"numbers": [0]}
    yield reader.select, {"numbers": [0]}
    yield reader.rows.read, {"rows": slice(0, 2), "out": None, **WHERE}
    yield cdd.save_rows, {"path": folder / "x", "array": VALUES, **encoding, **cut}
    yield cdd.save_array, {"path": folder / "x", "array": VALUES, **encoding, "layout": "cdd"}
    yield cdd.BufferedWriter, {"writer": cdd.DataWriter(None), "target_bytes": 100}
    yield cdd.BufferedWriter(cdd.DataWriter(None)).append, {"rows": VALUES}
    yield cdd.open, {"path": path, "mode": "r"}


@pytest.mark.parametrize("face", [of_hpdkv, of_cvc, of_tiers, of_finalfusion, of_cdd])
def test_something_else_is_told_by_an_error_that_is_meant(
    face: Callable[[Path], Iterator[Call]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # "x" and "\ud800" are paths, too
    told = []
    for call, usual in face(tmp_path):
        call(**usual)  # which is right
        for argument, wrong in ((name, each) for name in usual for each in WRONG):
            try:
                call(**{**usual, argument: wrong})
            except STRAY as error:
                told.append((getattr(call, "__qualname__", ""), argument, wrong, error))
            except Exception:  # noqa: BLE001, S110  # whatever is meant
                pass
    assert not told
