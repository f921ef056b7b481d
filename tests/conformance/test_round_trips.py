"""What quire reads it writes back: as it was if nothing was edited, else with the same meaning."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.generator.diagnostics import Problems
from quire.generator.pipeline import Options, plan_specs
from quire.generator.plan.text import plan_text
from quire.runtime.struct import Struct
from tests.conformance.conftest import FOLDERS, CompileAll

HERE = Path(__file__).parent

# Cases whose bytes hold what their spec does not: they come back with the same meaning.
BITS = """
    kaitai-bits_enum kaitai-bits_seq_endian_combo kaitai-combine_bool kaitai-expr_bits
    kaitai-params_pass_bool   own-bit_driven_a own-bit_enum_be
    own-bit_enum_le own-bit_enum_le_b own-bit_enum_le_c own-bit_mix_bytes_be own-bit_mix_bytes_le
    own-bit_repeat_be_a own-bit_repeat_be_b own-bit_repeat_be_c own-bit_repeat_le_b
    own-bit_repeat_le_c own-bit_suffix_be own-bit_suffix_le own-bit_widths_be own-bit_widths_be_ones
    own-bit_widths_le own-bit_widths_le_ones own-expr_sizeof  own-num_repeat_forms
    own-switch_prim_common
"""  # bits that no field takes
PADDING = """
    kaitai-bytes_pad_term_empty kaitai-bytes_pad_term_equal kaitai-process_struct_pad_term
    kaitai-repeat_n_bytes_pad_term kaitai-str_eos_pad_term_empty kaitai-str_eos_pad_term_equal
    kaitai-str_pad_term_empty kaitai-str_pad_term_utf16 kaitai-struct_pad_term_equal own-eos_combo
    own-sized_combo_bytes own-sized_combo_str own-strz_utf_16be own-strz_utf_16le own-strz_utf_32be
    own-strz_utf_32le own-sub_pad_term_types own-switch_terminated own-term_user_combo
"""  # what stands after a terminator inside of a size
OTHERWISE = "own-process_zlib_forms"  # zlib compresses anew

WRONG = {"own-bit_across_be_b", "own-bit_across_le_b", "own-inst_mid_bits"}
"""Known to come back wrong: an instance is read in the middle of a byte of bits, and drops
its rest; a writer does not."""

REFUSED = {
    "own-bit_across_be_a": "other fields are at the same place",  # the bits of two instances
    "own-bit_across_le_a": "other fields are at the same place",
    "own-inst_no_pos": "an instance with `pos`",
    "own-inst_nopos": "an instance with `pos`",
    "own-instance_errors": "division",
    "own-list_while_filled": "expected 3 bytes .* found 0 bytes",  # sizes by the list as it grows
    "own-opq_mixed": "expected a record, found OpqHand",  # a class that quire has not made
    "own-process_insts": "expected 3 bytes",
    "own-repeat_count_errors": "expected -1 elements",
    "own-switch_no_match": "expected 3 elements, found 0",  # elements that no case fits
    "own-switch_repeat_until": "to be true for the last element alone",
}
"""Cases that cannot be written, and what the error says."""

NOT_BUILT = {
    *[
        "kaitai-instance_in_repeat_expr",
        "kaitai-instance_in_repeat_until",
        "own-bit_across_be_b",
        "own-bit_across_le_a",
        "own-bit_across_le_b",
        "own-bit_instances",
        "own-inst_mid_bits",
        "own-inst_pos_variants",
        "own-repeat_count_errors",
        "own-root_everywhere",
        "own-strz_wide_align",
        "own-sub_leftovers",
        "own-valid_inst_2",
    ],  # positions by the stream, or instances over bits of other fields
    *[
        "kaitai-instance_io_user_earlier",
        "own-bit_io_state",
        "own-endian_calc_top",
        "own-endian_calc_top_be",
        "own-if_everything",
        "own-inst_switch_process_valid",
        "own-io_exprs",
        "own-io_exprs_b",
        "own-process_xor_forms",
        "own-size_exprs",
        "own-size_exprs_two",
        "own-sub_empty",
        "own-sub_io_positions",
        "own-term_user_combo",
        "own-unnamed_fields",
    ],  # they ask for the size of a file that is not there yet
    *[
        "kaitai-opaque_with_param",
        "kaitai-params_pass_array_io",
        "kaitai-params_pass_io",
        "own-inst_no_pos",
        "own-inst_nopos",
        "own-list_while_filled",
        "own-opq_mixed",
    ],  # params that are streams, opaque types, instances without a position
    *[
        "own-bit_across_be_a",
        "own-endian_calc_repeat_switch",
        "own-index_places",
        "own-params_in_switch",
        "own-switch_key_kinds",
        "own-switch_repeat_until",
        "own-switch_sized",
        "own-switch_user_common",
    ],  # dicts of which several types have the fields
    *[
        "kaitai-process_repeat_usertype_dynarg_rotate",
        "own-imp_abs",
        "own-imp_params",
        "own-imp_tree",
        "own-inst_io_choices",
        "own-instance_errors",
        "own-process_insts",
        "own-process_switches",
        "own-process_zlib_forms",
        "own-switch_no_match",
        "own-valid_nested_paths",
    ],  # streams of their own whose rest nothing describes
    "own-num_float_all",  # not a number is not equal to itself
}


def case_of(folder: str, name: str) -> Any:
    return json.loads((HERE / folder / "expected" / f"{name}.json").read_text("utf-8"))


def is_readable(case: Any) -> bool:
    return not case.get("args") and not case.get("debug") and "error" not in (case["tree"] or {})


CASES = [
    f"{folder}-{path.stem}"
    for folder in FOLDERS
    for path in sorted((HERE / folder / "expected").glob("*.json"))
    if is_readable(case_of(folder, path.stem))
]
LOSSY = {*BITS.split(), *PADDING.split(), *OTHERWISE.split()}


@pytest.fixture(scope="module")
def packages(compile_all: CompileAll) -> dict[str, str]:
    """The packages that the specs of the folders were compiled to."""
    return compile_all()


def read(case: str, packages: dict[str, str]) -> tuple[Any, bytes]:
    """The record of a case, and its bytes."""
    folder, name = case.split("-", 1)
    told = case_of(folder, name)
    kind = getattr(importlib.import_module(f"{packages[folder]}.{told['module']}"), told["class"])
    data = (HERE / folder / told["sample"]).read_bytes()
    return kind.from_bytes(data), data


@pytest.mark.parametrize("name", sorted({*CASES} - {"own-opq_mixed"}))
def test_what_nobody_has_edited_is_written_byte_for_byte(
    name: str, packages: dict[str, str]
) -> None:
    record, data = read(name, packages)
    assert record.to_bytes() == data
    look(record)
    assert record.to_bytes() == data


def look(record: Any) -> None:
    """Look at every member of a record, and of those below it."""
    for name in (*record._fields, *record._instances):
        try:
            value = getattr(record, name, None)
        except Exception:  # noqa: BLE001, S112  # of cases of errors, any
            continue
        for each in value if isinstance(value, list) else (value,):
            if isinstance(each, Struct) and each._parent is record:
                look(each)


@pytest.mark.usefixtures("made_anew")
@pytest.mark.parametrize("name", sorted({*CASES} - LOSSY - WRONG - {*REFUSED}))
def test_what_was_read_is_made_anew_byte_for_byte(name: str, packages: dict[str, str]) -> None:
    record, data = read(name, packages)
    assert record.to_bytes() == data


@pytest.mark.usefixtures("made_anew")
@pytest.mark.parametrize("name", sorted(LOSSY))
def test_what_comes_back_otherwise_has_the_same_meaning(
    name: str, packages: dict[str, str]
) -> None:
    record, data = read(name, packages)
    written = record.to_bytes()
    assert written != data
    assert type(record).from_bytes(written) == record


@pytest.mark.usefixtures("made_anew")
@pytest.mark.parametrize("name", sorted(WRONG))
def test_what_is_known_to_come_back_wrong_still_does(name: str, packages: dict[str, str]) -> None:
    record, data = read(name, packages)
    assert record.to_bytes() != data


@pytest.mark.usefixtures("made_anew")
@pytest.mark.parametrize("name", sorted(REFUSED))
def test_what_cannot_be_written_says_why(name: str, packages: dict[str, str]) -> None:
    record, _ = read(name, packages)
    with pytest.raises(quire.FormatError, match=REFUSED[name]):
        record.to_bytes()


def plain(value: Any, depth: int = 0) -> Any:
    """A record as a dict of its fields, and of its instances at positions."""
    if isinstance(value, list):
        return [plain(element, depth + 1) for element in value]
    if not isinstance(value, Struct):
        return value
    found = {
        name: plain(getattr(value, name), depth + 1)
        for name in value._fields
        if name not in value._params and hasattr(value, name)
    }
    placed = (name for name in value._placed if depth < 8 and value._has(name))
    return found | {name: plain(getattr(value, name), depth + 1) for name in placed}


@pytest.mark.parametrize("name", [name for name in CASES if name not in NOT_BUILT])
def test_what_was_read_is_built_of_its_values(name: str, packages: dict[str, str]) -> None:
    record, _ = read(name, packages)
    built = type(record).build(**plain(record))
    assert type(record).from_bytes(built.to_bytes()) == record


@pytest.mark.parametrize("name", sorted(NOT_BUILT))
def test_what_is_listed_cannot_be_built(name: str, packages: dict[str, str]) -> None:
    record, _ = read(name, packages)
    try:
        data = type(record).build(**plain(record)).to_bytes()
        assert type(record).from_bytes(data) != record
    except quire.FormatError:
        pass


@pytest.mark.parametrize("read_write", [False, True])
@pytest.mark.parametrize("folder", FOLDERS)
def test_every_plan_is_printed(folder: str, *, read_write: bool) -> None:
    options = Options((HERE / folder / "specs" / "ks_path",), read_write=read_write)
    plans = plan_specs(sorted((HERE / folder / "specs").glob("*.ksy")), Problems(), options)
    texts = [plan_text(plan) for plan in plans]
    assert len(texts) > 150
    assert all(f"record {plan.name}" in text for plan, text in zip(plans, texts, strict=True))


def test_every_exception_is_a_case() -> None:
    assert LOSSY | WRONG | set(REFUSED) | NOT_BUILT <= set(CASES)
    assert len(CASES) == 322
