"""Values that expressions make of each other do not grow without end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quire

HEAD = "meta: {id: grown, endian: le, encoding: UTF-8}\n"


def record_of(text: str, folder: Path, data: bytes) -> Any:
    """A file of a spec."""
    path = folder / "grown.ksy"
    path.write_text(HEAD + text, encoding="utf-8")
    return quire.compile(path).Grown.from_bytes(data)


def test_a_chain_of_squares_ends_in_an_error(tmp_path: Path) -> None:
    chain = "".join(f"  a{i}: {{value: a{i - 1} * a{i - 1}}}\n" for i in range(1, 40))
    record = record_of(
        f"seq: [{{id: n, type: u8}}]\ninstances:\n  a0: {{value: n}}\n{chain}",
        tmp_path,
        b"\xff" * 8,
    )
    assert record.a6 == (2**64 - 1) ** 64
    with pytest.raises(quire.FormatError, match=r"grown: a7: .*at most 4096 bits, found 8192"):
        record.a39  # noqa: B018  # it is computed


def test_a_chain_of_texts_ends_in_an_error(tmp_path: Path) -> None:
    chain = "".join(f"  a{i}: {{value: a{i - 1} + a{i - 1}}}\n" for i in range(1, 60))
    shown = "instances:\n  a0: {value: \"'abc'\"}\n" + chain
    record = record_of(f"seq: [{{id: n, type: u1}}]\n{shown}", tmp_path, b"\0")
    assert len(record.a10) == 3 << 10
    with pytest.raises(quire.FormatError, match="at most 67108864 characters"):
        record.a59  # noqa: B018  # it is computed


def test_arguments_that_grow_from_record_to_record_end_in_an_error(tmp_path: Path) -> None:
    for kind, first, grown in (("u8", "3", "p * p"), ("str", "'\"ab\"'", "p + p")):
        text = (
            (
                f"seq: [{{id: first, type: inner({first})}}]\n"
                f"types:\n  inner:\n    params: [{{id: p, type: {kind}}}]\n"
                f"    seq: [{{id: x, type: u1}}, {{id: next, type: inner({grown}), if: x == 1}}]\n"
            )
            .replace("('\"ab\"')", "('ab')")
            .replace("type: inner('ab')", "type: \"inner('ab')\"")
        )
        shallow = record_of(text, tmp_path, b"\1\1\1\0")
        assert len(str(shallow.first.next.next.next.p)) in (4, 16)
        with pytest.raises(quire.FormatError, match=r"expected .* at most"):
            record_of(text, tmp_path, b"\1" * 100)


def test_a_shift_by_a_count_of_the_file_is_bounded(tmp_path: Path) -> None:
    text = "seq: [{id: n, type: u8}]\ninstances:\n  a: {value: 1 << n}\n  b: {value: 1 >> n}\n"
    assert record_of(text, tmp_path, (12).to_bytes(8, "little")).a == 4096
    huge = record_of(text, tmp_path, b"\xff" * 8)
    assert huge.b == 0
    with pytest.raises(quire.FormatError, match="shift count: expected 0 to 4096"):
        huge.a  # noqa: B018  # it is computed
