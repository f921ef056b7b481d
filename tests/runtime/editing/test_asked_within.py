"""A part that asks for its own size while its twin writes it: it is not begun again in itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime.editing.making.parts import Part

SPEC = """
meta: {id: parts}
seq:
  - {id: len_parts, type: u1, -derive: parts.map(_._sizeof).sum}
  - {id: parts, type: part, repeat: expr, repeat-expr: 2}
  - {id: end, type: end}
types:
  part: {seq: [{id: len_body, type: u1}, {id: body, size: len_body}]}
  end:
    seq:
      - id: len_long
        type: u1
        -derive: '_root.parts.map(_.len_body > 1 ? _._sizeof : 0).sum'
"""


def test_a_part_is_written_by_its_twin_once_though_it_asks_for_its_own_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "parts.ksy").write_text(SPEC)
    record = quire.compile(tmp_path / "parts.ksy").Parts.from_bytes(b"\5\1a\2bc\3")
    written: list[Any] = []
    write = Part.write

    def counted(part: Part, value: Any, *args: Any) -> Any:
        written.append(value)
        assert len(written) < 100
        return write(part, value, *args)

    monkeypatch.setattr(Part, "write", counted)
    record.parts[0].len_body, record.parts[0].body = 3, b"xyz"
    assert record.to_bytes() == b"\7\3xyz\2bc\7"
    assert sum(each is not record for each in written) < 3  # for either size that it knows then
