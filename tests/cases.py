"""The cases of `tests/language`: a folder each, with a spec, bytes and what the bytes mean."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import quire
from quire.generator.diagnostics import Problems
from quire.generator.pipeline import emit_module, plan_spec
from quire.generator.plan.operations import Module
from quire.generator.targets.python.format import formatted
from quire.kernels.engine.payload import Encoded
from quire.kernels.services.columns import Columns, Parts
from quire.runtime.showing.dump import dump

LANGUAGE = Path(__file__).parent / "language"
CASES = tuple(path.parent.name for path in sorted(LANGUAGE.glob("*/spec.ksy")))

VERSION = "0"
"""Stands in the header of golden modules, so that a release does not change them."""


def spec_of(case: str) -> Path:
    """The spec of a case."""
    return LANGUAGE / case / "spec.ksy"


def data_of(case: str) -> bytes:
    """The bytes of a case, from `data.txt`: hex or "text", and comments behind `#`."""
    text = (LANGUAGE / case / "data.txt").read_text(encoding="utf-8")
    return b"".join(_bytes(line) for line in text.splitlines())


def _bytes(line: str) -> bytes:
    words = re.findall(r'"[^"]*"|#.*|[0-9a-f]{2}\b', line)
    return b"".join(
        word[1:-1].encode("ascii") if word.startswith('"') else bytes.fromhex(word)
        for word in words
        if not word.startswith("#")
    )


def plan_of(spec: Path) -> Module:
    """The plan of a spec that has no error."""
    problems = Problems()
    plan = plan_spec(spec, problems)
    assert plan is not None, problems.text()
    return plan


def generated(spec: Path) -> str:
    """The Python text of a spec."""
    return formatted(emit_module(plan_of(spec), VERSION))


def record_class(module: ModuleType) -> Any:
    """The one class that a generated module exports."""
    return getattr(module, module.__all__[0])


def compiled(case: str) -> Any:
    """The class of a case."""
    return record_class(quire.compile(spec_of(case)))


def outcome(kind: Any, data: bytes) -> Any:
    """What reading bytes gives: a record, or the error that refuses them."""
    try:
        return kind.from_bytes(data)
    except quire.FormatError as error:
        return error


def assert_complete(error: quire.FormatError, size: int) -> None:
    """An error says of what format, where in the tree, and where in a file of `size` bytes."""
    assert error.format, str(error)
    assert error.path, str(error)
    assert error.offset is not None, str(error)
    assert 0 <= error.offset <= size, str(error)


def value_at(record: Any, path: str) -> Any:
    """What stands at a path such as `chunks[0].payload`, as data that JSON can hold."""
    found = record
    for name, index in re.findall(r"(\w+)|\[(\d+)\]", path):
        found = getattr(found, name) if name else found[int(index)]
    return plain(found)


def plain(value: Any) -> Any:
    """A value as data; arrays and payloads as lists of what they hold, tables by their columns."""
    if isinstance(value, Encoded | np.ndarray):
        return np.asarray(value).tolist()
    if isinstance(value, Columns):
        return {name: plain(value.column(name)) for name in value.names}
    if isinstance(value, list | tuple | Parts):
        return [plain(element) for element in value]
    return dump(value)
