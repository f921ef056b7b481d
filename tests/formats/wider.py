"""The specs of the five formats with fields of other sizes, as a later version may have them."""

from __future__ import annotations

import re
from pathlib import Path

from quire.compiler import compile_texts
from quire.generator.diagnostics import Problems

SPECS = Path(__file__).parents[2] / "specs"

FIELDS = {
    "cvc": ("minor u2 u4", "len_header u4 u8", "len_payload u4 u8"),
    "cdd": (
        "version u2 u4",
        "len_user_metadata u4 u8",
        "len_block u4 u8",
        "len_chunk u4 u8",
        "len_copy u8 u4",
    ),
    "cryptodd": ("version u2 u4", "len_metadata u4 u8", "len_block u4 u8", "len_data u4 u8"),
    "finalfusion": (
        "version u4 u8",
        "num_chunk_kinds u4 u8",
        "kind u4 u8",
        "len_text u4 u2",
        "min_n u4 u8",
        "num_columns u4 u8",
        "num_norms u8 u4",
    ),
    "hpdkv": ("version u1 u2", "num_shape u1 u4", "shape u4 u8", "num_indices u4 u8"),
    "hpdkv_bundle": ("version u1 u2", "len_name u2 u4", "num_shape u1 u2", "len_blob u8 u4"),
    "tiers": ("version u1 u2", "block_size u4 u8", "len_metadata u4 u8", "len_blocks u8 u4"),
    "tqtc": ("num_bits u1 u2", "group_size u4 u8", "num_scales u4 u8", "num_frames u4 u8"),
    "tensor_store": (
        "block_index u4 u8",
        "access_count u4 u8",
        "zero_point s2 s8",
        "num_entries u2 u4",
        "index u2 u4",
        "rank u4 u8",
        "log_size u8 u4",
    ),
    "tier_catalogue": (
        "version u4 u8",
        "is_present u1 u2",
        "len_entry u4 u8",
        "len_text u2 u4",
        "num_shape u1 u4",
        "num_permutation u4 u8",
    ),
}
"""By spec: names of fields, the type of all of that name, and the one that they get."""

SIZES = {
    "cvc": (
        ("pos: 12", "pos: 18"),
        ("size > 12", "size > 18"),
        ("size - 12", "size - 18"),
        ("pos: 8\n    type: u4", "pos: 10\n    type: u8"),
        ("pos: 8", "pos: 12"),
        ("size <= 8", "size <= 12"),
    ),
    "cdd": (
        ("pos: 14 ", "pos: 20 "),
        ("_ >= 38 and _ % 8 == 6", "_ >= 42 and _ % 8 == 2"),
        ("len_block - 22", "len_block - 26"),
        ("len_chunk - 32", "len_chunk - 36"),
    ),
    "cryptodd": (
        ("pos: 14 ", "pos: 20 "),
        ("_ >= 50 and _ % 8 == 2", "_ >= 54 and _ % 8 == 6"),
        ("len_block - 50", "len_block - 54"),
        ("derive: 56 ", "derive: 60 "),
        ("len_chunk - 56 ", "len_chunk - 60 "),
    ),
    "finalfusion": (("ofs_chunk + 12 ", "ofs_chunk + 16 "),),
    "tensor_store": (("size / 91", "size / 105"),),
}
"""What specs say of sizes in numbers follows."""


def write_wider(folder: Path) -> None:
    """Make the modules of `FIELDS` in a folder."""
    specs, modules = folder / "specs", folder / "modules"
    specs.mkdir()
    modules.mkdir()
    for name in FIELDS:
        (specs / f"{name}.ksy").write_text(_wider(name), encoding="utf-8")
    problems = Problems()
    for made in compile_texts(sorted(specs.glob("*.ksy")), problems, package="quire.generated"):
        (modules / made.file).write_text(made.text, encoding="utf-8")
    assert not problems.failed, problems


def _wider(name: str) -> str:
    text = (SPECS / f"{name}.ksy").read_text(encoding="utf-8")
    for name_and_types in FIELDS[name]:
        field, old, new = name_and_types.split()
        text, count = re.subn(rf"(- id: {field}\n +type:) {old}\n", rf"\1 {new}\n", text)
        assert count, name_and_types
    for old, new in SIZES.get(name, ()):
        assert old in text, (name, old)
        text = text.replace(old, new)
    return text
