"""`quire.plan_of`: the plan of a class, wherever its module came from."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner
from kaitaistruct import KaitaiStruct

import quire
from quire.cli.main import main
from quire.generated import cvc, tiers

SPEC = """
meta: {id: track, endian: le}
seq:
  - {id: num_points, type: u4}
  - {id: points, type: point, repeat: expr, repeat-expr: num_points}
types:
  point:
    seq: [{id: x, type: s2}, {id: y, type: s2, doc: 'Up: \"\"\", down: \\.'}]
    types:
      lambda: {}
"""


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "track.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return path


def generated(spec: Path, *options: str) -> Path:
    """The module that `quire gen` makes of a spec."""
    done = CliRunner().invoke(main, ["gen", str(spec), "-o", str(spec.parent), *options])
    assert done.exit_code == 0, done.output
    return spec.with_suffix(".py")


def loaded(path: Path) -> Any:
    """A module that `sys.modules` does not know."""
    found = importlib.util.spec_from_file_location(path.stem, path)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_the_plan_of_a_class_is_that_of_its_type() -> None:
    plan = quire.plan_of(cvc.Cvc.Chunk)
    assert plan.path == "cvc::chunk"
    assert quire.plan_of(cvc.Cvc).path == "cvc"
    assert quire.plan_of(cvc).types[0] is quire.plan_of(cvc.Cvc)


def test_the_class_of_a_record_and_a_class_of_the_users_have_it_too() -> None:
    class Mine(tiers.Tiers):
        def _read(self) -> None:
            super()._read()

    record = tiers.Tiers()
    assert quire.plan_of(type(record)) is quire.plan_of(tiers.Tiers)
    assert quire.plan_of(Mine) is quire.plan_of(tiers.Tiers)


def test_classes_that_quire_compile_made_have_it(text: Path) -> None:
    module = quire.compile(text)
    assert [field.id for field in quire.plan_of(module.Track.Point).fields] == ["x", "y"]
    assert quire.plan_of(module.Track.Point.Lambda).path == "track::point::lambda"


@pytest.mark.parametrize("options", [(), ("--no-auto-read",), ("--read-write",)])
def test_modules_of_quire_gen_carry_it_with_all_that_docs_may_hold(
    text: Path, options: tuple[str, ...]
) -> None:
    module = loaded(generated(text, *options))
    point = quire.plan_of(module.Track.Point)
    assert point.field("y").doc == 'Up: """, down: \\.'
    (count,) = quire.plan_of(module.Track).edges
    assert (count.field, count.of) == ("num_points", "points")


def test_a_module_in_an_archive_has_it(
    text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with zipfile.ZipFile(tmp_path / "formats.zip", "w") as archive:
        archive.write(generated(text), "zipped_track.py")
    monkeypatch.syspath_prepend(tmp_path / "formats.zip")
    module = importlib.import_module("zipped_track")
    assert quire.plan_of(module.Track).path == "track"


@pytest.mark.parametrize(
    ("found", "message"),
    [
        (int, "int is not a class that quire generated"),
        (KaitaiStruct, "KaitaiStruct is not a class that quire generated"),
        (cvc.Cvc.Layout, "Cvc.Layout is not a class that quire generated"),
        (cvc.Cvc.Header, "Cvc.Header is not a class that quire generated"),
        (tiers.Tiers(), r"Tiers is the class: plan_of\(type\(record\)\)"),
        ("cvc", "takes a class that quire has made, or its module, found 'cvc'"),
        (sys, "sys carries no plan: make it with `quire gen`"),
    ],
)
def test_what_has_no_plan_is_refused_with_advice(found: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        quire.plan_of(found)


def without_plan(text: Path, instead: str) -> ModuleType:
    """A module whose plan somebody has cut off."""
    path = generated(text)
    body, _, _ = path.read_text(encoding="utf-8").partition("\n_PLAN")
    path.write_text(body + instead, encoding="utf-8")
    module: ModuleType = loaded(path)
    return module


def test_a_module_that_carries_no_plan_says_how_to_get_one(text: Path) -> None:
    module = without_plan(text, "")
    for found in (module, module.Track):
        with pytest.raises(TypeError, match="track carries no plan: make it with `quire gen`"):
            quire.plan_of(found)


@pytest.mark.parametrize(
    "plan",
    ["", "{}", "[", '{"classes":{},"spec":{"id":"a","size":1}}', '{"classes":{"A":"a"},"spec":[]}'],
)
def test_a_plan_that_cannot_be_read_is_of_another_version(text: Path, plan: str) -> None:
    with pytest.raises(ValueError, match="another version of quire made the plan"):
        quire.plan_of(without_plan(text, f"\n_PLAN = {plan!r}\n"))


def test_a_plan_is_read_when_it_is_asked_for_and_needs_no_compiler() -> None:
    program = """
import sys
import quire
from quire.generated import tiers
assert not [name for name in sys.modules if name.startswith("quire.runtime.structure")]
quire.plan_of(tiers.Tiers)
assert not [name for name in sys.modules if name.startswith(("quire.generator", "jinja2", "yaml"))]
"""
    subprocess.run([sys.executable, "-c", program], check=True)
