"""Which codec has which kernels: as data for `quire codecs`, as a table for the README."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from quire.kernels.contract import BACKENDS, Codec, Operation, kernels
from quire.kernels.engine import obstacles
from quire.kernels.engine.dispatch import DEVICES, candidates, is_automatic
from quire.kernels.engine.registry import codecs

BEGIN = "<!-- matrix: begin, made by `make gen` -->"
END = "<!-- matrix: end -->"


class Entry(NamedTuple):
    """One kernel, on this machine.

    Attributes:
        codec: Name of the codec; "any" of what is for all.
        operation: "decode", "encode", "fit" or "measure"; "read" of files.
        device: "cpu" or "cuda".
        backend: Name of the backend.
        usable: Whether it can run here.
        chosen: Whether "auto" takes it.
        reason: Why it cannot run, with what to install; None if it can.
    """

    codec: str
    operation: str
    device: str
    backend: str
    usable: bool
    chosen: bool
    reason: str | None


def matrix(others: Sequence[type[Codec]] = ()) -> list[Entry]:
    """Every kernel, in the order of the table, with its state on this machine.

    Args:
        others: Codecs besides those of quire.
    """
    return [
        entry
        for codec in (*codecs(), *others)
        for operation in Operation
        for device in DEVICES
        for entry in _entries(codec, operation, device)
    ]


def _entries(codec: type[Codec], operation: Operation, device: str) -> list[Entry]:
    found = candidates(codec, operation, device)
    usable = (kernel for kernel, reason in found if reason is None and is_automatic(kernel))
    chosen = next(usable, None)
    return [
        Entry(
            codec=codec.name,
            operation=operation.value,
            device=device,
            backend=kernel.backend,
            usable=reason is None,
            chosen=kernel is chosen,
            reason=reason,
        )
        for kernel, reason in found
    ]


def reading() -> Entry:
    """What reads files into memory of a GPU, as if it was a kernel of any codec."""
    reason = obstacles.kvikio()
    usable = reason is None
    return Entry("any", "read", "cuda", "kvikio", usable, usable, reason)


def matrix_markdown() -> str:
    """Every codec with the backends of its operations, the same on every machine."""
    columns = [(operation, device) for device in DEVICES for operation in Operation]
    columns = [column for column in columns if any(_backends(c, *column) for c in codecs())]
    rows = [["codec", *(f"{operation.value}, {device}" for operation, device in columns)]]
    rows += [["---"] * (1 + len(columns))]
    for codec in codecs():
        cells = [", ".join(_backends(codec, *column)) or "-" for column in columns]
        rows.append([f"`{codec.name}`", *cells])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _backends(codec: type[Codec], operation: Operation, device: str) -> list[str]:
    """The backends that there are for an operation, in order of preference."""
    have = {
        kernel.backend
        for kernel in kernels(codec)
        if (kernel.operation, kernel.device) == (operation, device)
    }
    return [backend for backend in BACKENDS if backend in have]


def renew(readme: str) -> str:
    """Text of `kernels/README.md` with its table made anew."""
    before, _, rest = readme.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{matrix_markdown()}{END}{after}"


def main() -> None:
    """Renew the table of the file that is named on the command line."""
    path = Path(sys.argv[1])
    path.write_text(renew(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
