"""Kernels on the CPU, one thread, beside a memory copy of the same bytes."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.suite import Cell, Options, Table
from benchmarks.timing import Action, measure
from quire.kernels.affine.parameters import AffineParameters
from quire.kernels.contract import Operation
from quire.kernels.dispatch import candidates
from quire.kernels.half.parameters import HalfParameters
from quire.kernels.registry import codec

Array = npt.NDArray[Any]

CACHED = 1 << 17
"""Values whose arrays stay in a second-level cache: half a MiB in float32."""

ROUND_BYTES = 1 << 28
"""Decoded bytes a measurement: what is smaller is done repeatedly."""

WRITES = {Operation.DECODE: "out", Operation.ENCODE: "stored", Operation.FIT: None}


@dataclass(frozen=True, slots=True)
class Data:
    """Arrays that a codec's operations read, and those that they write, touched before.

    Attributes:
        parameters: Of the codec.
        values, stored: What is encoded, and what is decoded.
        out: Room for both results, by name.
    """

    parameters: Any
    values: Array
    stored: Array
    out: dict[str, Array]


def tables(options: Options) -> Iterator[Table]:
    """The table of this suite."""
    sizes = {"in memory": 1 << (24 if options.quick else 26), "in cache": CACHED}
    rows: list[list[Cell]] = []
    for name in ("fp16", "affine_u8"):
        for where, count in sizes.items():
            data = _data(name, count)
            for operation in Operation:
                rows += _rows(name, operation, data, where, options)
    note = (
        "Outputs were written before. The copy is `numpy.copyto` of half as many bytes as the "
        f"operation reads and writes. In memory: {4 * sizes['in memory'] >> 20} MiB of float32; "
        f"in cache: {4 * CACHED >> 10} KiB. A kernel whose result is not that of the reference "
        "has no row. Target for decoding in memory: at most 1.2."
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


def _data(name: str, count: int) -> Data:
    values = np.random.default_rng(1).standard_normal(count, dtype=np.float32)
    half = name == "fp16"
    parameters = HalfParameters((count,)) if half else AffineParameters((count,), 0.05, -6.0)
    known = codec(name)
    stored = np.zeros(known.stored_size(parameters) or 0, np.uint8)
    importlib.import_module(known.reference).encode(values, stored, parameters)
    out: dict[str, Array] = {"out": np.zeros_like(values), "stored": np.zeros_like(stored)}
    return Data(parameters, values, stored, out)


def _rows(
    name: str, operation: Operation, data: Data, where: str, options: Options
) -> Iterator[list[Cell]]:
    """One row for each backend that can run and gives what the reference gives."""
    actions: dict[str, Action] = {}
    wanted: object = None
    for kernel, reason in reversed(candidates(name, operation)):  # the reference comes last
        if reason is None:
            module = importlib.import_module(kernel.module)
            action = _action(getattr(module, operation.value), operation, data)
            result = _result(action, operation, data)
            wanted = result if kernel.backend == "reference" else wanted
            if result == wanted:
                actions[kernel.backend] = action
    if not actions:
        return
    stored = 0 if operation is Operation.FIT else data.stored.nbytes
    source = np.ones((data.values.nbytes + stored) // 2, np.uint8)
    actions["copy"] = partial(np.copyto, np.zeros_like(source), source)
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
            yield [f"{name} {operation.value}, {backend}", where, speed, ratio]


def _action(function: Any, operation: Operation, data: Data) -> Action:
    if operation is Operation.DECODE:
        return partial(function, data.stored, data.out["out"], data.parameters)
    if operation is Operation.ENCODE:
        return partial(function, data.values, data.out["stored"], data.parameters)
    return partial(function, data.values, "float32")


def _result(action: Action, operation: Operation, data: Data) -> object:
    """What an operation gives, as something that can be compared."""
    written = WRITES[operation]
    if written is None:
        return repr(action())
    data.out[written][:] = 0
    action()
    return data.out[written].tobytes()


def _repeat(action: Action, times: int) -> None:
    for _ in range(times):
        action()


if __name__ == "__main__":
    main()
