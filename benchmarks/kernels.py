"""Kernels on the CPU, one thread, beside a memory copy of the same bytes."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.suite import Cell, Options, Table
from benchmarks.timing import Action, measure
from quire.kernels.codecs.affine_u8.codec import AffineU8
from quire.kernels.codecs.block_quant.codec import BlockQuant
from quire.kernels.codecs.fp16.codec import Fp16
from quire.kernels.codecs.ggml_blocks.codec import KINDS, GgmlBlocks
from quire.kernels.codecs.pq.codec import Pq
from quire.kernels.codecs.xor_delta.codec import XorDelta
from quire.kernels.contract import FixedCodec, Operation, reference
from quire.kernels.engine.dispatch import candidates

Array = npt.NDArray[Any]

CACHED = 1 << 17
"""Values whose arrays stay in a second-level cache: half a MiB in float32."""

ROUND_BYTES = 1 << 28
"""Decoded bytes a measurement: what is smaller is done repeatedly."""

CODEBOOKS = 152, 256, 2
"""Of `pq`: 304 floats a row."""

WRITES = {Operation.DECODE: "out", Operation.ENCODE: "stored", Operation.FIT: None}


@dataclass(frozen=True, slots=True)
class Subject:
    """A codec to measure.

    Attributes:
        codec: Of about so many values.
        operations: What is measured. Encoding with `pq` takes a thousand times as long as a copy.
    """

    codec: Callable[[int], FixedCodec]
    operations: tuple[Operation, ...] = tuple(Operation)


def _pq(count: int, *, norms: bool) -> Pq:
    rng = np.random.default_rng(2)
    books = rng.standard_normal(CODEBOOKS, dtype=np.float32)
    width = CODEBOOKS[0] * CODEBOOKS[2]
    rows = count // width
    return Pq((rows, width), books, norms=rng.random(rows, np.float32) if norms else None)


def _order_book(count: int, *, stored: str) -> XorDelta:
    """Snapshots of 50 levels with 3 features."""
    return XorDelta((count // 150, 50, 3), "float32", stored, 150, planes=True)


def _blocks(count: int, *, bits: int) -> BlockQuant:
    """A part of the values, where there are many: numpy packs slowly."""
    return BlockQuant((min(count, 1 << 24),), bits)


def _two_level(count: int) -> BlockQuant:
    """A smaller part: numpy takes each block with two scales by itself."""
    return BlockQuant((min(count, 1 << 23),), 3, two_level=True)


def _ggml(count: int, *, kind: str) -> GgmlBlocks:
    return GgmlBlocks((count,), kind)


def _series(count: int) -> XorDelta:
    return XorDelta((count,), "float32", "float32", 1, planes=True)


_CODED = (Operation.DECODE, Operation.ENCODE)

SUBJECTS = {
    "fp16": Subject(lambda count: Fp16((count,))),
    "affine_u8": Subject(lambda count: AffineU8((count,), 0.05, -6.0)),
    "pq": Subject(partial(_pq, norms=False), (Operation.DECODE,)),
    "pq with norms": Subject(partial(_pq, norms=True), (Operation.DECODE,)),
    "order book": Subject(partial(_order_book, stored="float32"), _CODED),
    "order book, float16": Subject(partial(_order_book, stored="float16"), _CODED),
    "time series": Subject(_series, _CODED),
    **{f"{bits}-bit blocks": Subject(partial(_blocks, bits=bits), _CODED) for bits in (8, 7, 5, 3)},
    "3-bit blocks, two scales": Subject(_two_level, _CODED),
    **{kind: Subject(partial(_ggml, kind=kind), (Operation.DECODE,)) for kind in KINDS},
}
"""By what they are called in the table."""


@dataclass(frozen=True, slots=True)
class Data:
    """Arrays that a codec's operations read, and those that they write, touched before.

    Attributes:
        codec: With its parameters.
        values, stored: What is encoded, and what is decoded.
        out: Room for both results, by name.
    """

    codec: FixedCodec
    values: Array
    stored: Array
    out: dict[str, Array]


def tables(options: Options) -> Iterator[Table]:
    """The table of this suite."""
    sizes = {"in memory": 1 << (24 if options.quick else 26), "in cache": CACHED}
    rows: list[list[Cell]] = []
    for name, subject in SUBJECTS.items():
        for where, count in sizes.items():
            data = _data(subject, count)
            for operation in subject.operations:
                actions = _actions(operation, data)
                rows += _rows(f"{name} {operation.value}", actions, data, where, options)
    note = (
        "Outputs were written before. The copy is `numpy.copyto` of half as many bytes as the "
        f"operation reads and writes. In memory: {4 * sizes['in memory'] >> 20} MiB of float32; "
        f"in cache: {4 * CACHED >> 10} KiB. A kernel whose result is not that of the reference "
        "has no row. Target for decoding in memory: at most 1.2; for `pq`, whose centroids come "
        "from the cache one by one, 1.8, and 2 with norms."
    )
    columns = ["kernel", "where", "GB/s of float32", "ratio to a copy"]
    yield Table("Kernels, one thread", columns, rows, note)


def table(*, quick: bool = False) -> str:
    """The table as markdown."""
    return "\n".join(found.markdown() for found in tables(Options(quick=quick)))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kernels", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="less data, fewer rounds")
    print(table(quick=parser.parse_args().quick))


def _data(subject: Subject, count: int) -> Data:
    codec = subject.codec(count)
    rng = np.random.default_rng(1)
    values = rng.standard_normal(codec.output().shape, dtype=np.float32)
    stored = rng.integers(0, 256, codec.stored_size(), np.uint8)
    if Operation.ENCODE in subject.operations:
        importlib.import_module(reference(type(codec))).encode(values, stored, codec)
    out: dict[str, Array] = {"out": np.zeros_like(values), "stored": np.zeros_like(stored)}
    return Data(codec, values, stored, out)


def _actions(operation: Operation, data: Data) -> dict[str, Action]:
    """By backend, what can run and gives what the reference gives; and the copy."""
    actions: dict[str, Action] = {}
    wanted: object = None
    for kernel, reason in reversed(
        candidates(type(data.codec), operation)
    ):  # the reference comes last
        if reason is None:
            module = importlib.import_module(kernel.module)
            action = _action(getattr(module, operation.value), operation, data)
            result = _result(action, operation, data)
            wanted = result if kernel.backend == "reference" else wanted
            if result == wanted:
                actions[kernel.backend] = action
    if actions:
        stored = 0 if operation is Operation.FIT else data.stored.nbytes
        source = np.ones((data.values.nbytes + stored) // 2, np.uint8)
        actions["copy"] = partial(np.copyto, np.zeros_like(source), source)
    return actions


def _rows(
    title: str, actions: dict[str, Action], data: Data, where: str, options: Options
) -> Iterator[list[Cell]]:
    """One row for each backend."""
    if not actions:
        return
    times = max(1, ROUND_BYTES // data.values.nbytes) if where == "in cache" else 1
    repeated: dict[str, Action] = {
        # numpy is too slow to be repeated as often.
        backend: partial(_repeat, action, 1 if backend == "reference" else times)
        for backend, action in actions.items()
    }
    timings = measure(repeated, options.rounds)
    for backend in reversed(actions):
        if backend != "copy":
            runs = 1 if backend == "reference" else times
            speed = data.values.nbytes * runs / timings.median(backend) / 1e9
            ratio = timings.ratio(backend, "copy") * times / runs
            yield [f"{title}, {backend}", where, speed, ratio]


def _action(function: Any, operation: Operation, data: Data) -> Action:
    if operation is Operation.DECODE:
        return partial(function, data.stored, data.out["out"], data.codec)
    if operation is Operation.ENCODE:
        return partial(function, data.values, data.out["stored"], data.codec)
    return partial(function, data.values, "float32")


def _result(action: Action, operation: Operation, data: Data) -> object:
    """What an operation gives, as something that can be compared."""
    written = WRITES[operation]
    if written is None:
        return repr(action())
    data.out[written][...] = 0
    action()
    found = data.out[written]
    if found.dtype.kind == "f":  # of the sum of two NaNs, either may come out
        found = np.where(np.isnan(found), found.dtype.type("nan"), found)
    return found.tobytes()


def _repeat(action: Action, times: int) -> None:
    for _ in range(times):
        action()


if __name__ == "__main__":
    main()
