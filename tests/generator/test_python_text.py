"""Expressions as Python: parentheses where Python needs them or a reader wants them, no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generator.expressions import printed


@pytest.mark.parametrize(
    ("spec", "python"),
    [
        ("1 + 2 * 3", "1 + 2 * 3"),
        ("((1)) + ((2 * 3))", "1 + 2 * 3"),
        ("(1 + 2) * 3", "(1 + 2) * 3"),
        ("10 - (3 - 2)", "10 - (3 - 2)"),
        ("(10 - 3) - 2", "10 - 3 - 2"),
        ("100 / (10 / 2)", "100 // (10 // 2)"),
        ("f / 2", "self.f / 2"),
        ("-(a + 1)", "-(self.a + 1)"),
        ("(-a).to_s", "str(-self.a)"),
        ("(a + 1).to_s.length", "len(str(self.a + 1))"),
        ("~(a | 1)", "~(self.a | 1)"),
        ("not (yes and no)", "not (self.yes and self.no)"),
        ("yes and (no or yes)", "self.yes and (self.no or self.yes)"),
        ("yes and no or yes", "(self.yes and self.no) or self.yes"),
        ("a == 1 or a == 2 or a == 0x10", "self.a in {1, 2, 0x10}"),
        ("raw == [1] or raw == [2]", 'self.raw == b"\\x01" or self.raw == b"\\x02"'),
        ("(a > 3 ? 1 : 2) + 1", "(1 if self.a > 3 else 2) + 1"),
        ("a > 3 ? b : c", "self.b if self.a > 3 else self.c"),
        ("(a == 12) == yes", "(self.a == 12) == self.yes"),
        ('(s + "x").substring(1, 2)', '(self.s + "x")[1:2]'),
        ("s.substring(0, a + 1)", "self.s[: self.a + 1]"),
        ("raw[a - 1]", "self.raw[self.a - 1]"),
        ("0xff_ff", "0xFFFF"),
        ("0b101", "0b101"),
        ("1_000", "1000"),
        ("'it' 's'", '"its"'),
        ('"say \\"it\\""', "'say \"it\"'"),
        ("[1, 0x20]", 'b"\\x01 "'),
        ("_io.size", "size_of(self)"),
        ("_root.inner.x", "self._root.inner.x"),
        ("kind::one", "Probe.Kind.one"),
    ],
)
def test_an_expression_is_printed(spec: str, python: str, tmp_path: Path) -> None:
    assert printed(tmp_path, spec) == python
