"""Pipelines and dtypes that a value chooses: one case for what is alike, a table for names."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import quire
from tests.cases import generated

SPEC = """
meta: {{id: probe, endian: le}}
seq:
  - {{id: kind, type: u1}}
  - {{id: dtype, type: u1}}
  - id: data
    size-eos: true
    -array:
      dtype: {{switch-on: dtype, cases: {{{dtypes}}}}}
      shape: [2]
    -codec: {{switch-on: kind, cases: {{{codecs}}}}}
"""


def _spec(tmp_path: Path, dtypes: str, codecs: str) -> Path:
    path = tmp_path / "spec.ksy"
    path.write_text(SPEC.format(dtypes=dtypes, codecs=codecs), encoding="utf-8")
    return path


@pytest.mark.parametrize("codecs", ["1: [], 2: [zstd], 3: []", "1: [], 2: [zstd], _: []"])
def test_cases_that_are_alike_are_one(tmp_path: Path, codecs: str) -> None:
    spec = _spec(tmp_path, "1: u1, 2: u2, 3: u1", codecs)
    assert generated(spec).count('Stage("zstd")') == 1
    kind = quire.compile(spec).Probe
    for data in (b"\x01\x01\x05\x06", b"\x03\x03\x05\x06", b"\x03\x02\x05\x00\x06\x00"):
        assert kind.from_bytes(data).data.decode().tolist() == [5, 6]
        assert kind.from_bytes(data).to_bytes() == data
    made = kind.build(kind=2, dtype=2, data=np.array([5, 6], "<u2")).to_bytes()
    assert kind.from_bytes(made).data.decode().tolist() == [5, 6]


def test_a_dtype_that_no_case_names_is_refused(tmp_path: Path) -> None:
    kind = quire.compile(_spec(tmp_path, "1: u1, 2: u2", "1: [], 2: [zstd]")).Probe
    with pytest.raises(quire.FormatError, match="a dtype for 1 or 2, found 9"):
        kind.from_bytes(b"\x01\x09\x05\x06")


def test_any_other_dtype_is_the_rest(tmp_path: Path) -> None:
    kind = quire.compile(_spec(tmp_path, "1: u1, _: u2", "1: [], 2: [zstd]")).Probe
    assert kind.from_bytes(b"\x01\x09\x05\x00\x06\x00").data.dtype == np.uint16


def test_an_element_that_every_case_looks_up_is_looked_up_once(tmp_path: Path) -> None:
    path = tmp_path / "spec.ksy"
    path.write_text(
        "meta: {id: probe, endian: le}\nseq:\n"
        "  - {id: kind, type: u1}\n"
        "  - {id: which, type: u1}\n"
        "  - {id: sizes, type: u1, repeat: expr, repeat-expr: 2}\n"
        "  - id: data\n"
        "    size-eos: true\n"
        '    -array: {dtype: u1, shape: ["sizes[which]"]}\n'
        "    -codec: {switch-on: kind, cases: {1: [], 2: [zstd], 3: [zstd: {level: 1}]}}\n",
        encoding="utf-8",
    )
    text = generated(path)
    assert text.count("self.sizes[self.which]") == 1
    assert "size = self.sizes[self.which]\n" in text
    kind = quire.compile(path).Probe
    data = b"\x01\x01\x03\x02\x05\x06"
    assert kind.from_bytes(data).data.decode().tolist() == [5, 6]
    assert kind.from_bytes(data).to_bytes() == data


def test_an_element_that_only_some_cases_look_up_is_left_to_them(tmp_path: Path) -> None:
    path = tmp_path / "spec.ksy"
    path.write_text(
        "meta: {id: probe, endian: le}\nseq:\n"
        "  - {id: kind, type: u1}\n"
        "  - {id: sizes, type: u1, repeat: expr, repeat-expr: 1}\n"
        "  - id: data\n"
        "    size-eos: true\n"
        '    -array: {dtype: u1, shape: ["kind > 2 ? sizes[kind] : 2"]}\n'
        "    -codec: {switch-on: kind, cases: {1: [], 2: [zstd], 3: [zstd: {level: 1}]}}\n",
        encoding="utf-8",
    )
    kind = quire.compile(path).Probe
    assert kind.from_bytes(b"\x01\x09\x05\x06").data.decode().tolist() == [5, 6]
