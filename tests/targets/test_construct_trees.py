"""What Construct parses by the modules of its target, against the trees that are expected."""

from __future__ import annotations

import importlib
import json
import random
import shutil
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import construct
import pytest

import quire
from quire.compiler import compile_texts
from quire.generator.diagnostics import Problems
from quire.generator.pipeline import Options, plan_specs
from tests.conformance.test_trees import damaged
from tests.targets.agreement import REFUSALS, is_whole
from tests.targets.agreement import difference as agreement
from tests.targets.trees import difference, shown

CASES = Path(__file__).resolve().parents[1] / "conformance" / "kaitai"
NAMES = [path.stem for path in sorted((CASES / "expected").glob("*.json"))]
PACKAGE = "constructs_of_kaitai"

DIFFERENT = {
    "opaque_with_param": "refused: parameters of a type that nothing defines have no names",
    "str_encodings_escaping_to_s": "an instance that cannot be read refuses the record",
}
"""Cases that Construct reads otherwise, and why."""

Params = dict[str, tuple[str, ...]]


@pytest.fixture(scope="module")
def params(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Params]:
    """The names of the parameters of each spec's own type; the modules are written."""
    folder = tmp_path_factory.mktemp("constructs")
    shutil.copytree(CASES / "support", folder / PACKAGE)
    specs = sorted((CASES / "specs").glob("*.ksy"))
    options = Options((CASES / "specs" / "ks_path",))
    problems = Problems()
    for module in compile_texts(specs, problems, options, PACKAGE, target="construct"):
        (folder / PACKAGE / f"{module.name}.py").write_text(module.text, encoding="utf-8")
    added = [str(folder), str(CASES / "support")]
    sys.path[:0] = added
    plans = [plan.structure for plan in plan_specs(specs, Problems(), options)]
    yield {plan.id: tuple(p.id for p in plan.types[0].params) for plan in plans if plan}
    sys.path[:] = [path for path in sys.path if path not in added]


NOT_BUILT = {
    "expr_io_pos": "a size depends on the position in a stream, which is not filled yet",
    "instance_io_user_earlier": "a record at a position is built over the fields that stand there",
    "process_repeat_usertype_dynarg_rotate": "a key is read from what is only built later",
    "str_eos_pad_term_empty": "padding up to the end of a stream has no length",
    "str_eos_pad_term_equal": "padding up to the end of a stream has no length",
    "term_bytes4": "a terminator is not read, and has no room in what is built",
    "term_struct4": "a terminator is not read, and has no room in what is built",
}
"""Cases that Construct reads, and does not build so that they are read again, and why."""


REFUSED = (construct.ConstructError, *REFUSALS, zlib.error)


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The package that quire's modules of the same specs are in."""
    folder = tmp_path_factory.mktemp("records")
    shutil.copytree(CASES / "support", folder / "records_of_kaitai")
    specs = sorted((CASES / "specs").glob("*.ksy"))
    options = Options((CASES / "specs" / "ks_path",))
    for module in compile_texts(specs, Problems(), options, "records_of_kaitai"):
        path = folder / "records_of_kaitai" / f"{module.name}.py"
        path.write_text(module.text, encoding="utf-8")
    sys.path.insert(0, str(folder))
    yield "records_of_kaitai"
    sys.path.remove(str(folder))


@pytest.mark.parametrize("name", [name for name in NAMES if name not in DIFFERENT])
def test_construct_reads_the_tree_that_is_expected(name: str, params: Params) -> None:
    case = json.loads((CASES / "expected" / f"{name}.json").read_text("utf-8"))
    module = importlib.import_module(f"{PACKAGE}.{case['module']}")
    data = (CASES / case["sample"]).read_bytes()
    given = dict(zip(params[case["module"]], case.get("args", []), strict=True))
    if "error" in case["tree"]:
        with pytest.raises(construct.ConstructError):
            module._schema.parse(data, **given)
        return
    assert difference(case["tree"], module._schema.parse(data, **given)) is None


BUILT = [
    pytest.param(name, marks=pytest.mark.xfail(strict=True, reason=NOT_BUILT[name]))
    if name in NOT_BUILT
    else name
    for name in NAMES
    if name not in DIFFERENT
]


@pytest.mark.parametrize("name", BUILT)
def test_what_construct_builds_is_read_as_the_same(name: str, params: Params) -> None:
    case = json.loads((CASES / "expected" / f"{name}.json").read_text("utf-8"))
    schema = importlib.import_module(f"{PACKAGE}.{case['module']}")._schema
    data = (CASES / case["sample"]).read_bytes()
    given = dict(zip(params[case["module"]], case.get("args", []), strict=True))
    if "error" in case["tree"]:
        return  # there is nothing to build
    found = schema.parse(data, **given)
    built = schema.build(found, **given)
    # What stands after the last field is no part of the tree.
    assert data.startswith(built) or shown(schema.parse(built, **given)) == shown(found)


DAMAGED = {
    "instance_in_repeat_until": "an instance is read before the list, in quire after an element",
    "switch_cast": "what a value is cast to is not checked",
}
"""Cases that Construct reads otherwise where the file is damaged, and why."""


@pytest.mark.parametrize("name", [name for name in NAMES if name not in DIFFERENT | DAMAGED])
def test_damaged_samples_are_read_alike_or_refused_by_both(
    name: str, params: Params, records: str
) -> None:
    case = json.loads((CASES / "expected" / f"{name}.json").read_text("utf-8"))
    if params[case["module"]]:
        return  # the values of its params are in the case that reads the sample
    kind = getattr(importlib.import_module(f"{records}.{case['module']}"), case["class"])
    schema = importlib.import_module(f"{PACKAGE}.{case['module']}")._schema
    data = (CASES / case["sample"]).read_bytes()[:2000]
    rng = random.Random(name)  # noqa: S311  # the same damage each time
    for bytes_ in (damaged(data, rng) for _ in range(4)):
        record = read(kind, bytes_)
        if record is None or not is_whole(record):
            with pytest.raises(REFUSED):
                schema.parse(bytes_)
        else:
            assert agreement(record, schema.parse(bytes_)) is None


def read(kind: Any, data: bytes) -> Any:
    """What quire reads; None if it refuses the bytes."""
    try:
        record = kind.from_bytes(data)
        if not kind._auto_read:
            record._read()
    except quire.FormatError:
        return None
    return record


def test_a_difference_is_found() -> None:
    tree = {"class": "A", "fields": {"a": [1, {"hex": "00"}], "b": True}}
    same = construct.Container(a=[1, b"\0"], b=True)
    assert difference(tree, same) is None
    assert difference(tree, construct.Container(a=[1, b"\1"], b=True)) is not None
    assert difference(tree, construct.Container(a=[1, b"\0"], b=1)) is not None


def test_no_case_is_missing() -> None:
    assert len(NAMES) == 163
    assert set(DIFFERENT) <= set(NAMES)
