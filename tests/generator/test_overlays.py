"""An overlay adds keys to a spec that stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import quire
from quire.cli.main import main
from quire.generator.diagnostics import SpecError

SPEC = """\
meta: {id: box, endian: le}
seq:
  - {id: total, type: u4}
  - {id: chunks, type: chunk, repeat: eos}
types:
  chunk:
    seq:
      - {id: kind, type: u1}
      - {id: len_body, type: u1}
      - {id: body, size: len_body}
"""
OVERLAY = """\
meta: {-overlay: box.ksy}
seq:
  - {id: total, -derive: chunks.map(_.len_body).sum}
types:
  chunk:
    seq:
      - {id: body, doc: What is in it.}
      - {id: kind, -default: 7, valid: {max: 9}}
"""
MADE = b"\4\0\0\0" + b"\7\3abc" + b"\7\1d"
CHUNKS = [{"body": b"abc"}, {"body": b"d"}]


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("box.ksy").write_text(SPEC, encoding="utf-8")
    Path("box.quire.yaml").write_text(OVERLAY, encoding="utf-8")


def invoke(*args: str, status: int = 0) -> str:
    result = CliRunner().invoke(main, args)
    assert result.exit_code == status, result.output
    return result.output


def test_what_an_overlay_says_holds_where_it_is_given_and_nowhere_else() -> None:
    box = quire.compile("box.ksy", overlays=["box.quire.yaml"]).Box
    assert box.build(chunks=CHUNKS).to_bytes() == MADE
    with pytest.raises(quire.ValidationGreaterThanError, match=r"chunks\[0\].kind"):
        box.from_bytes(b"\4\0\0\0\x0a\0")
    plain = quire.compile("box.ksy").Box
    assert plain.from_bytes(b"\4\0\0\0\x0a\0").chunks[0].kind == 10
    with pytest.raises(quire.FormatError, match="total: expected a value"):
        plain.build(chunks=CHUNKS).to_bytes()


def test_an_overlay_is_compiled_as_the_spec_that_it_names() -> None:
    assert quire.compile("box.quire.yaml").Box.build(chunks=CHUNKS).to_bytes() == MADE


def test_an_overlay_of_an_imported_spec_goes_with_it() -> None:
    Path("crate.ksy").write_text(
        "meta: {id: crate, imports: box}\nseq: [{id: box, type: box}]\n", encoding="utf-8"
    )
    crate = quire.compile("crate.ksy", overlays=["box.quire.yaml"]).Crate
    assert crate.build(box={"chunks": CHUNKS}).to_bytes() == MADE


def test_several_overlays_add_up_and_contradict_each_other_aloud() -> None:
    Path("more.yaml").write_text(
        "meta: {-overlay: box.ksy}\nseq: [{id: chunks, -limit: 1}]\n", encoding="utf-8"
    )
    box = quire.compile("box.ksy", overlays=["box.quire.yaml", "more.yaml"]).Box
    with pytest.raises(quire.LimitError):
        box.from_bytes(MADE)
    Path("more.yaml").write_text(OVERLAY, encoding="utf-8")
    with pytest.raises(SpecError, match=r"`-derive` is in the spec already"):
        quire.compile("box.ksy", overlays=["box.quire.yaml", "more.yaml"])


def test_an_overlay_of_a_spec_that_is_not_compiled_is_an_error() -> None:
    Path("bag.ksy").write_text("meta: {id: bag}\nseq: [{id: a, type: u1}]\n", encoding="utf-8")
    with pytest.raises(SpecError, match=r"Q308.*no spec that is compiled is called `box.ksy`"):
        quire.compile("bag.ksy", overlays=["box.quire.yaml"])
    Path("none.yaml").write_text("seq: []\n", encoding="utf-8")
    with pytest.raises(SpecError, match=r"Q203.*an overlay needs `-overlay`"):
        quire.compile("box.ksy", overlays=["none.yaml"])


def test_a_module_names_both_files_and_is_made_anew_when_either_changes() -> None:
    invoke("gen", "box.ksy", "--with", "box.quire.yaml", "-o", "out")
    first = Path("out/box.py").read_text(encoding="utf-8").splitlines()[0]
    assert "from box.ksy with box.quire.yaml (sha256 " in first
    invoke("gen", "box.quire.yaml", "-o", "out", "--check")
    Path("box.quire.yaml").write_text(OVERLAY.replace("-default: 7", "-default: 8"))
    invoke("gen", "box.quire.yaml", "-o", "out", "--check", status=1)


def test_commands_that_take_a_spec_take_overlays() -> None:
    Path("a.box").write_bytes(b"\4\0\0\0\x0a\0")
    assert "kind: default 7" in invoke("plan", "box.ksy", "--with", "box.quire.yaml")
    invoke("check", "box.ksy", "--with", "box.quire.yaml")
    invoke("verify", "a.box", "--spec", "box.ksy")
    said = invoke("verify", "a.box", "--spec", "box.ksy", "--with", "box.quire.yaml", status=1)
    assert "expected at most 9, found 10" in said
    invoke("dump", "a.box", "--spec", "box.ksy", "--with", "box.quire.yaml", status=1)
