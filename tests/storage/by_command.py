"""The commands that write files."""

from __future__ import annotations

import json
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np

from quire import cvc
from quire.cli.main import main as command
from tests.storage.writer import Told, Writer, replaced, rows

SPEC = """
meta: {{id: x, endian: le}}
seq:
  - {{id: count, type: u1, valid: {{min: {number}}}}}
  - {{id: numbers, type: u2, repeat: expr, repeat-expr: count}}
"""


def _command(*args: str | Path) -> None:
    output = StringIO()  # that of the tests is not the command's to give up
    try:
        with redirect_stdout(output), redirect_stderr(output):
            command.main(list(map(str, args)), standalone_mode=False)
    except SystemExit as ended:  # the message is printed; the cause is the first error
        if ended.code:
            raise ended.__context__ or ended from None


def _decode(path: Path, number: int) -> None:
    source = path.with_name(f"source{number}.cvc")
    if not source.exists():
        for each in range(3):
            cvc.pack_cvc(rows(each), path.with_name(f"source{each}.cvc"))
    _command("decode", source, "-o", path)


def _encode(path: Path, number: int) -> None:
    source = path.with_name(f"source{number}.npy")
    if not source.exists():
        for each in range(3):
            np.save(path.with_name(f"source{each}.npy"), rows(each))
    _command("encode", source, "-o", path)


def _convert(path: Path, number: int) -> None:
    source = path.with_name(f"source{number}.txt")
    lines = (f"word{i} {i}.5 {number}" for i in range(9))
    source.write_text("\n".join(lines) + "\n", encoding="utf-8")
    _command("convert", source, path)


def _gen(path: Path, number: int) -> None:
    spec = path.with_suffix(".ksy")
    spec.write_text(SPEC.format(number=number), encoding="utf-8")
    _command("gen", spec, "-o", path.parent)


def _set(path: Path, number: int) -> None:
    spec, source = path.with_suffix(".ksy"), path.with_suffix(".old")
    spec.write_text(SPEC.format(number=0), encoding="utf-8")
    source.write_bytes(bytes([2, 1, 0, 2, 0]))
    _command("set", source, f"numbers[1]={number}", "-o", path, "--spec", spec)


def _make_files(folder: Path, number: int) -> None:
    (folder / "x.ksy").write_text(SPEC.format(number=number), encoding="utf-8")
    _command("fixtures", folder / "x.ksy", "-n", "2", "-o", folder / f"made{number}")


def _run_fixtures(folder: Path, told: Told) -> None:
    for number in (1, 2):
        _make_files(folder, number)
        told()


def _made(folder: Path) -> Any:
    """The files that the manifest of each folder lists; it comes last, with a path in it."""
    return {
        manifest.parent.name: {
            each["file"]: (manifest.parent / each["file"]).read_bytes()
            for each in json.loads(manifest.read_text())["files"]
        }
        for manifest in folder.glob("*/manifest.json")
    }


BY_COMMAND = [
    replaced("quire decode", "x.npy", _decode),
    replaced("quire encode", "x.cvc", _encode),
    replaced("quire convert", "x.fifu", _convert),
    replaced("quire gen", "x.py", _gen),
    replaced("quire set", "x.bin", _set),
    Writer(
        "quire fixtures",
        begin=lambda _: None,
        run=_run_fixtures,
        state=_made,
        again=lambda folder: _make_files(folder, 3),
    ),
]
