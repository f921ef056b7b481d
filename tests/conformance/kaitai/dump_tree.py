#!/usr/bin/env python3
"""Dump what a generated parser read, in the convention of README.md, or check it against an expected tree.

    dump_tree.py --check expected/hello_world.json [--package PKG]    compare; exit status 1 when they differ
    dump_tree.py expected/hello_world.json [--package PKG]            print the tree that is found

The generated modules must be importable: as PKG.<module>, or as <module> without --package.
"""

from __future__ import annotations

import argparse
import enum
import importlib
import json
import math
import sys
from pathlib import Path
from typing import Any

from kaitaistruct import KaitaiStream, KaitaiStruct

DEPTH_LIMIT = 12
BASE = Path(__file__).resolve().parent


def dump(
    value: Any, path: str = "", seen: dict[int, tuple[Any, str]] | None = None, depth: int = 0
) -> Any:
    """The JSON form of `value`; `seen` maps the structs already dumped to where they were."""
    seen = {} if seen is None else seen
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, enum.Enum):
        return {"enum": type(value).__qualname__, "value": int(value.value), "name": value.name}
    if isinstance(value, bool) or isinstance(value, int):
        return value
    if isinstance(value, float):
        return (
            value if math.isfinite(value) else {"float": "nan" if math.isnan(value) else str(value)}
        )
    if isinstance(value, (bytes, bytearray, memoryview)):
        return {"hex": bytes(value).hex()}
    if isinstance(value, KaitaiStream):
        return {"stream": value.size()}
    if isinstance(value, KaitaiStruct):
        return dump_struct(value, path or "/", seen, depth)
    if isinstance(value, (list, tuple)) or hasattr(value, "tolist"):
        return [dump(item, f"{path}/{i}", seen, depth) for i, item in enumerate(value)]
    raise TypeError(f"{path}: no JSON form for {type(value).__qualname__}")


def dump_struct(
    struct: KaitaiStruct, path: str, seen: dict[int, tuple[Any, str]], depth: int
) -> Any:
    if id(struct) in seen:
        return {"ref": seen[id(struct)][1]}
    if depth > DEPTH_LIMIT:
        return {"truncated": True}
    seen[id(struct)] = (struct, path)
    prefix = "" if path == "/" else path
    out: dict[str, Any] = {"class": type(struct).__qualname__, "fields": {}}
    for name in field_names(struct):
        out["fields"][name] = dump(getattr(struct, name), f"{prefix}/{name}", seen, depth + 1)
    instances = {}
    for name in instance_names(struct):
        try:
            value = getattr(struct, name)
        except Exception as err:  # the error is the tree of the instance
            instances[name] = dump_error(err)
        else:
            instances[name] = dump(value, f"{prefix}/{name}", seen, depth + 1)
    if instances:
        out["instances"] = instances
    if "__str__" in vars(type(struct)):
        out["str"] = str(struct)
    if "SEQ_FIELDS" in vars(type(struct)):
        out["positions"] = {k: v for k, v in struct._debug.items() if k in out["fields"]}
    return out


def field_names(struct: KaitaiStruct) -> list[str]:
    """Params and seq fields that have a value: what is set and public, and entries without an id."""
    names = list(getattr(struct, "__dict__", {})) or [
        n for c in type(struct).__mro__ for n in getattr(c, "__slots__", ())
    ]
    return [
        n
        for n in names
        if (not n.startswith("_") or n.startswith("_unnamed"))
        and hasattr(struct, n)
        and "__" not in n.strip("_")
    ]


def instance_names(struct: KaitaiStruct) -> list[str]:
    fields = set(field_names(struct))
    return sorted(
        n
        for n in dir(type(struct))
        if isinstance(getattr(type(struct), n, None), property)
        and not n.startswith("_")
        and n not in fields
    )


def dump_error(err: BaseException) -> dict[str, Any]:
    out = {"error": type(err).__name__}
    if hasattr(err, "src_path"):
        out["src_path"] = err.src_path
    return out


def parse(case: dict[str, Any], package: str | None) -> Any:
    """The tree that the case's class reads from its sample."""
    module = importlib.import_module(f"{package}.{case['module']}" if package else case["module"])
    cls = getattr(module, case["class"])
    stream = KaitaiStream(open(BASE / case["sample"], "rb"))
    struct = None
    try:
        struct = cls(*case.get("args", []), stream)
        if case.get("debug"):
            struct._read()
        return dump(struct)
    except Exception as err:  # the error is the tree of the case
        tree = dump_error(err)
        if struct is not None:
            tree["partial"] = dump(struct)
        return tree
    finally:
        stream.close()


def difference(want: Any, got: Any, path: str = "") -> str | None:
    """Where two trees differ first; a field that is null in one may be absent in the other."""
    if isinstance(want, dict) and isinstance(got, dict):
        for key in [*want, *(k for k in got if k not in want)]:
            found = difference(want.get(key), got.get(key), f"{path}/{key}")
            if found:
                return found
        return None
    if isinstance(want, list) and isinstance(got, list):
        if len(want) != len(got):
            return f"{path}: expected {len(want)} items, found {len(got)}"
        return next(
            filter(
                None, (difference(w, g, f"{path}/{i}") for i, (w, g) in enumerate(zip(want, got)))
            ),
            None,
        )
    same = (
        want == got
        and isinstance(want, bool) == isinstance(got, bool)
        and isinstance(want, float) == isinstance(got, float)
    )
    return (
        None
        if same
        else f"{path}: expected {json.dumps(want)[:120]}, found {json.dumps(got)[:120]}"
    )


def main() -> int:
    p = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    p.add_argument("case", type=Path)
    p.add_argument("--package")
    p.add_argument("--check", action="store_true")
    args = p.parse_args()
    case = json.loads(args.case.read_text("utf-8"))
    tree = parse(case, args.package)
    if not args.check:
        json.dump(tree, sys.stdout, indent=1)
        print()
        return 0
    found = difference(case["tree"], json.loads(json.dumps(tree)))
    if found:
        print(found)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
