"""What a face knows of a layout by heart, although a spec has it: the list only gets shorter."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

FACE = Path(__file__).parents[2] / "quire"

KNOWN = {
    "tiers/crate/one_scale.py": "a checksum over codes and scale, which stand in different files",
    "tiers/store/catalogue.py": "frames are looked for in damage, and written by thousands",
}
"""The files that pack, unpack or sum bytes themselves, each with the reason."""

NUMBERS = {
    "cli/face_samples.py": "rows of samples",
    "cli/formats.py": "file names that are shown",
    "cli/fuzz.py": "bytes that are shown",
    "compiler.py": "digits of a digest",
    "datasets/manifest.py": "characters that are shown",
    "datasets/writing.py": "characters of a name",
    "finalfusion/conversion.py": "fields of a line of text",
    "finalfusion/floret.py": "fields of a line of text",
    "finalfusion/strings.py": "words that are shown",
    "finalfusion/subword.py": "what 32 bits of a hash reach",
    "lsp/completion.py": "steps of a path in a spec",
    "storage/atomic.py": "letters of a name of a draft",
    "tiers/blocks/numbers.py": "the largest numbers of numpy",
    "tiers/segments/frames.py": "ticks and scores of 32 bits",
}
"""The files with a number in a place where it could be of a layout, each with what it is of."""

OF_PLANS = {"testing", "columns"}
"""Folders of what reads and packs as plans say, and knows no layout."""

ORDERS = ("little", "big")
SUMS = ("crc32", "adler32")

AT_PLACES = ("seek", "read", "pread", "pwrite", "read_at", "write_at", "truncate", "ftruncate")
SIZES = {"HEAD", "HEADER", "OFFSET", "SIZE", "BYTES", "START", "AT", "MAGIC", "LEN"}
"""Words in names of constants that tell a size or a place."""


def test_no_face_packs_or_sums_bytes_but_those_that_say_why() -> None:
    found = {
        str(path.relative_to(FACE))
        for path in FACE.rglob("*.py")
        if OF_PLANS.isdisjoint(path.parts)
        and any(_by_heart(ast.parse(path.read_text(encoding="utf-8"))))
    }
    assert found == KNOWN.keys(), "take what is gone out of the list; do not add to it"


def test_no_face_has_numbers_where_a_layout_has_some_but_those_that_say_why() -> None:
    found = {
        str(path.relative_to(FACE))
        for path in FACE.rglob("*.py")
        if OF_PLANS.isdisjoint(path.parts)
        and any(_in_numbers(ast.parse(path.read_text(encoding="utf-8"))))
    }
    assert found == NUMBERS.keys(), "ask the spec: `SIZE`, `offset_of`, `span_of`, `largest`"


def _in_numbers(tree: ast.AST) -> Iterator[bool]:
    """What shows a place or a size in bytes that is not asked for, but known."""
    for node in ast.walk(tree):
        match node:
            case ast.Slice(lower=lower, upper=upper):
                yield any(_number_in(edge) > 1 for edge in (lower, upper))
            case ast.Call(func=ast.Attribute(attr=name), args=args) if name in AT_PLACES:
                yield any(_number_in(arg) > 1 for arg in args)
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if SIZES & {*name.split("_")}:
                yield _number_in(value) > 1 and not _is_shifted(value)
            case ast.BinOp(ast.BinOp(_, ast.LShift() | ast.Pow(), bits), ast.Sub(), one):
                yield _number_in(one) == 1 and _number_in(bits) in (8, 16, 32, 64)


def _number_in(node: ast.AST | None) -> int:
    """The largest number that stands in what is added and multiplied; 0 without one."""
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.UnaryOp(operand=operand):
            return _number_in(operand)
        case ast.BinOp(left=left, right=right):
            return max(_number_in(left), _number_in(right))
    return 0


def _is_shifted(node: ast.AST) -> bool:
    """Whether a number is a power of two, as sizes of buffers are written."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift)


def _by_heart(tree: ast.AST) -> Iterator[bool]:
    """What shows that bytes are taken apart or put together here."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield any(alias.name == "struct" for alias in node.names)
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr in ("from_bytes", "to_bytes"):
            given = (*node.args, *(keyword.value for keyword in node.keywords))
            yield any(isinstance(arg, ast.Constant) and arg.value in ORDERS for arg in given)
        yield node.func.attr in SUMS


def test_what_packs_bytes_is_noticed() -> None:
    assert any(_by_heart(ast.parse("import struct")))
    assert any(_by_heart(ast.parse("n.to_bytes(4, byteorder='little')")))
    assert any(_by_heart(ast.parse("zlib.crc32(data)")))
    assert not any(_by_heart(ast.parse("record.to_bytes()\nTiers.from_bytes(data)")))


@pytest.mark.parametrize(
    "text",
    [
        "data[4:8]",
        "data[at + 12 :]",
        "data[:-4]",
        "file.seek(64)",
        "storage.read_at(offset + 8, size)",
        "HEADER_SIZE = 64",
        "LEN_HEAD = 4 + 8",
        "MOST = 2**32 - 1",
        "n > (1 << 16) - 1",
    ],
)
def test_a_number_of_a_layout_is_noticed(text: str) -> None:
    assert any(_in_numbers(ast.parse(text)))


@pytest.mark.parametrize("text", ["data[1:]", "names[:-1]", "BLOCK_BYTES = 1 << 20", "WAYS = 4"])
def test_other_numbers_are_none(text: str) -> None:
    assert not any(_in_numbers(ast.parse(text)))
