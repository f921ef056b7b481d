"""What `quire gen` has written reads what `quire.compile` makes of the same spec, and alike."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.kernels.engine.payload import Encoded
from quire.runtime.record import Record
from quire.testing import broken
from tests.testing.bases import FORMATS, files, kind_of

SPECS = Path(__file__).parents[2] / "specs"


def compiled(name: str) -> Any:
    """The class of a format, compiled for the occasion."""
    module, _, inner = name.partition(".")
    made = quire.compile(SPECS / f"{module}.ksy")
    top = getattr(made, made.__all__[0])
    return getattr(top, inner) if inner else top


def told(value: Any) -> Any:
    """A value without the class that it is of."""
    if isinstance(value, Record):
        names = (*value._fields, *(each.id for each in quire.plan_of(type(value)).instances))
        return {name: member(value, name) for name in names}
    if isinstance(value, Encoded):
        return outcome(lambda: told(value.decode()))
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    if isinstance(value, list):
        return [told(each) for each in value[:50]]
    return repr(value)


def member(record: Any, name: str) -> Any:
    return outcome(lambda: told(getattr(record, name, None)))


def outcome(act: Any) -> Any:
    try:
        return act()
    except quire.FormatError as error:
        return type(error).__name__, str(error), error.offset


def read(kind: Any, data: bytes) -> Any:
    """All that there is of a file, or what is wrong with it."""

    def act() -> Any:
        record = kind.from_bytes(data)
        return told(record), outcome(record.validate), outcome(record.to_bytes)

    return outcome(act)


@pytest.mark.parametrize("name", FORMATS)
def test_a_generated_module_reads_as_the_compiled_spec(name: str) -> None:
    generated, other = kind_of(name), compiled(name)
    assert generated is not other
    for seed, data in enumerate(islice(files(name), 3)):
        assert read(generated, data) == read(other, data)
        for each in broken(generated, data, seed=seed, most=25):
            assert read(generated, each.data) == read(other, each.data), each.what
