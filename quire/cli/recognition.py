"""How files of the specs are recognised: `make gen` makes `generated/_formats.py` of this."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import yaml

from quire.generator.targets.python.format import formatted
from quire.runtime.structure.lookup import plan_of
from quire.runtime.structure.stored import Number, Record
from quire.runtime.structure.tree import Field, Spec

HEAD = '''"""How files of each spec are recognised, made by `make gen`. Do not edit."""

FORMATS: dict[str, tuple[tuple[bytes, ...], tuple[str, ...]]] = '''


BEGIN = {"zip": ("zip::local", "zip::end")}
"""Types that files begin with, of specs that read them from their end."""


def main(paths: Sequence[str]) -> None:
    """Write the table of the specs that name an extension.

    Args:
        paths: The file to write, and the specs, whose modules are there already.
    """
    target, *specs = map(Path, paths)
    rows = {}
    for path in specs:
        meta = yaml.safe_load(path.read_text(encoding="utf-8"))["meta"]
        found = meta.get("file-extension", [])
        extensions = (found,) if isinstance(found, str) else tuple(found)
        if extensions:
            spec = plan_of(importlib.import_module(f"quire.generated.{meta['id']}"))
            rows[spec.id] = (tuple(starts(spec)), tuple(f".{each}" for each in extensions))
    target.write_text(formatted(f"{HEAD}{rows}\n"), encoding="utf-8")


def starts(spec: Spec) -> Iterator[bytes]:
    """What files of a spec may begin with, as far as its first field tells; none if it may vary."""
    for path in BEGIN.get(spec.id, (spec.id,)):
        field = _first(spec, path)
        if field is None:
            continue
        if field.contents is not None:
            yield field.contents
        elif isinstance(stored := field.stored, Number) and stored.kind != "float":
            yield from _numbers(spec, field, stored)


def _first(spec: Spec, path: str) -> Field | None:
    """The field that files begin with: the first one, or that of the record which it is."""
    field = next(iter(spec.type(path).fields), None)
    if field is None or field.condition is not None:
        return None
    if isinstance(stored := field.stored, Record):
        return None if stored.foreign or stored.opaque else _first(spec, stored.path)
    return field


def _numbers(spec: Spec, field: Field, stored: Number) -> Iterator[bytes]:
    """The values that `valid` allows a number to have, in its order of bytes."""
    orders: dict[str, Literal["little", "big"]] = {"le": "little", "be": "big", "": "big"}
    if stored.endian not in orders:
        return
    for rule in field.valid:
        values: list[object] = []
        if rule.kind in ("equal", "any_of"):
            values += rule.args
        elif rule.kind == "member":
            values += (member.value for member in spec.enum(stored.enum).members)
        for value in values:
            match value:
                case int(number) | ("neg", int(number)):
                    number = number if isinstance(value, int) else -number
                    signed = stored.kind == "signed"
                    yield number.to_bytes(stored.size, orders[stored.endian], signed=signed)


if __name__ == "__main__":
    main(sys.argv[1:])
