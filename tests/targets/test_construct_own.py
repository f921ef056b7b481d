"""Our own cases of conformance, as Construct reads them.

Instances are read at once by Construct: one that cannot be read refuses the file. Such instances
are taken out of the plan, and the rest of the tree has to be the same.
"""

from __future__ import annotations

import importlib
import json
import shutil
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import construct
import pytest

from quire.generator.diagnostics import Problems
from quire.generator.pipeline import Options, emit_files, plan_specs
from quire.generator.plan.operations import Module
from quire.generator.targets.target import Setting
from quire.runtime import structure as s
from quire.runtime.frozen import replace
from tests.targets.agreement import REFUSALS
from tests.targets.trees import difference, shown

CASES = Path(__file__).resolve().parents[1] / "conformance" / "own"
NAMES = [path.stem for path in sorted((CASES / "expected").glob("*.json"))]

LATE = {
    "enum_paths": "an instance of a record in `i` depends on `_root.t`",
    "inst_until_io": "an instance of `hdr` depends on `_root.strips`",
    "missing_attrs_five": "an instance of `opt_sub` depends on `_parent.dep`",
    "parent_chain_casts": "an instance within `l1` depends on `_root.l1`",
    "parent_from_instances": "an instance within `dir` depends on `_root.dir`",
    "scope_sibling_paths": "an instance of `one` depends on `_parent.three`",
}
"""Cases with an instance that depends on what is read later, of which the command warns."""

WHEN = "an instance says where a stream stands, or how long a list is: when it is read, in quire"
NEGATIVE = "a count below zero is an error, and no elements in quire"
DIFFERENT = {
    **LATE,
    "bit_across_be_a": WHEN,
    "bit_across_be_b": WHEN,
    "bit_across_le_a": WHEN,
    "bit_across_le_b": WHEN,
    "bit_eos_be_one": WHEN,
    "bit_eos_be_two": WHEN,
    "io_exprs": WHEN,
    "io_exprs_b": WHEN,
    "list_while_filled": WHEN,
    "sub_io_positions": WHEN,
    "sub_nested_eos": WHEN,
    "inst_no_pos": "instances without a position are read in another order",
    "inst_mid_bits": "an instance read amid bits does not make them begin with a new byte",
    "opq_mixed": "refused: parameters of a type that nothing defines have no names",
    "params_user_enum": "an instance depends on what is read later, through a parameter",
    "process_insts": "a key of no bytes leaves bytes as they are, and none in quire",
    "repeat_count_errors": NEGATIVE,
    "size_exprs": NEGATIVE,
    "size_exprs_two": NEGATIVE,
}
"""Cases that Construct reads otherwise, and why."""

OVER = "instances lie over fields, or over each other, and are built there"
BEHIND = "an instance depends on what is behind all fields, and is not built"
END = "something depends on the size of a stream, which is not there yet"
PADDED = "padding up to the end of a stream has no length"
DIGITS = "digits are made anew, with zeros in front"
NOT_BUILT = {
    **dict.fromkeys(("ascii_numbers", "ascii_numbers_none"), DIGITS),
    **dict.fromkeys(("bit_widths_be", "bit_widths_be_ones", "bit_widths_le"), BEHIND),
    "bit_widths_le_ones": BEHIND,
    "debug_mix_one": OVER,
    "debug_mix_two": OVER,
    "endian_calc_top": END,
    "endian_calc_top_be": END,
    "eos_combo": PADDED,
    "inst_io_choices": BEHIND,
    "inst_nopos": OVER,
    "inst_pos_variants": BEHIND,
    "inst_switch_process_valid": OVER,
    "params_io_struct_any": BEHIND,
    "params_more_arrays": BEHIND,
    "process_xor_forms": END,
    "process_zlib_forms": BEHIND,
    "repeat_combos": OVER,
    "sub_leftovers": BEHIND,
    "switch_no_match": "elements of no case are not in the list, which has a count",
    "switch_repeat_until": END,
    "term_eos_bytes": OVER,
    "term_eos_str": OVER,
    "term_eos_strz": OVER,
    "term_user_combo": PADDED,
    "valid_inst_2": OVER,
}
"""Cases that Construct reads, and does not build so that they are read again, and why."""

Plans = dict[str, Module]
Gone = frozenset[tuple[str, str]]
"""Instances: the class in lower case, and the name."""


def case_of(name: str) -> Any:
    return json.loads((CASES / "expected" / f"{name}.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def plans() -> Plans:
    specs = sorted((CASES / "specs").glob("*.ksy"))
    options = Options((CASES / "specs" / "ks_path",))
    return {plan.name: plan for plan in plan_specs(specs, Problems(), options)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where modules are written to."""
    with pytest.MonkeyPatch.context() as patch:
        found = tmp_path_factory.mktemp("own")
        patch.syspath_prepend(str(found))
        patch.syspath_prepend(str(CASES / "support"))
        yield found


def failing(tree: Any) -> Iterator[tuple[str, str]]:
    """The instances that cannot be read."""
    if isinstance(tree, list):
        for each in tree:
            yield from failing(each)
    if isinstance(tree, dict) and "fields" in tree:
        for name, value in tree.get("instances", {}).items():
            if isinstance(value, dict) and "error" in value:
                yield tree["class"].lower(), name
        yield from failing([*tree["fields"].values(), *tree.get("instances", {}).values()])


def pruned(tree: Any, gone: Gone) -> Any:
    """A tree without some instances."""
    if isinstance(tree, list):
        return [pruned(each, gone) for each in tree]
    if not isinstance(tree, dict) or "fields" not in tree:
        return tree
    class_, instances = tree["class"].lower(), tree.get("instances", {})
    kept = {name: value for name, value in instances.items() if (class_, name) not in gone}
    fields = {name: pruned(value, gone) for name, value in tree["fields"].items()}
    return {"fields": fields, "instances": {name: pruned(kept[name], gone) for name in kept}}


def without(type_: s.Type, gone: Gone) -> s.Type:
    """A type that lacks some instances."""
    class_ = type_.path.replace("::", ".").replace("_", "")
    kept = tuple(each for each in type_.instances if (class_, each.id) not in gone)
    names = {each.id for each in (*type_.fields, *kept)}
    edges = tuple(edge for edge in type_.edges if edge.of in names)
    return replace(type_, instances=kept, edges=edges)


def schema_of(module: str, gone: Gone, plans: Plans, folder: Path, package: str) -> Any:
    """The construct of a spec without some instances."""
    problems, setting = Problems(), Setting("0", package, package)
    if not (folder / package).exists():
        shutil.copytree(CASES / "support", folder / package)
    wanted = [module]
    for each in wanted:  # which grows
        plan = plans[each]
        assert plan.structure is not None
        wanted += [other for other in plan.imports if other not in wanted]
        types = tuple(without(type_, gone) for type_ in plan.structure.types)
        plan = replace(plan, structure=replace(plan.structure, types=types))
        for file, text in emit_files(plan, setting, problems, "construct").items():
            (folder / package / file).write_text(text, encoding="utf-8")
    assert not problems.failed, problems.text()
    importlib.invalidate_caches()
    return importlib.import_module(f"{package}.{module}")._schema


def listed(names: Iterable[str], different: dict[str, str]) -> list[Any]:
    """Parameters, of which those that are listed have to fail."""
    return [
        pytest.param(name, marks=pytest.mark.xfail(strict=True, reason=different[name]))
        if name in different
        else name
        for name in names
    ]


class Case:
    """A case, with its construct."""

    def __init__(self, name: str, plans: Plans, folder: Path) -> None:
        case = case_of(name)
        structure = plans[case["module"]].structure
        assert structure is not None
        gone = frozenset(failing(case["tree"]))
        package = f"own_{name}" if gone else "own"
        self.schema = schema_of(case["module"], gone, plans, folder, package)
        self.tree = pruned(case["tree"], gone)
        self.data = (CASES / case["sample"]).read_bytes()
        names = (param.id for param in structure.types[0].params)
        self.params = dict(zip(names, case.get("args", []), strict=True))

    def parse(self, data: bytes) -> Any:
        return self.schema.parse(data, **self.params)


@pytest.mark.parametrize("name", listed(NAMES, DIFFERENT))
def test_construct_reads_the_tree_that_is_expected(name: str, plans: Plans, folder: Path) -> None:
    case = Case(name, plans, folder)
    if "error" in case.tree:
        with pytest.raises((construct.ConstructError, zlib.error, *REFUSALS)):
            case.parse(case.data)
        return
    assert difference(case.tree, case.parse(case.data)) is None


READ = [name for name in NAMES if name not in DIFFERENT and "error" not in case_of(name)["tree"]]


@pytest.mark.parametrize("name", listed(READ, NOT_BUILT))
def test_what_construct_builds_is_read_as_the_same(name: str, plans: Plans, folder: Path) -> None:
    case = Case(name, plans, folder)
    found = case.parse(case.data)
    built = case.schema.build(found, **case.params)
    # What stands after the last field is no part of the tree.
    assert case.data.startswith(built) or shown(case.parse(built)) == shown(found)


@pytest.mark.parametrize("name", LATE)
def test_what_is_read_too_late_is_warned_of(name: str, plans: Plans) -> None:
    problems = Problems()
    emit_files(plans[case_of(name)["module"]], Setting("0"), problems, "construct")
    assert any("which is" in each.message for each in problems.sorted())


def test_no_case_is_missing() -> None:
    assert len(NAMES) == 277
    assert set(DIFFERENT) <= set(NAMES)
