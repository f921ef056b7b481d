"""The table of formats in the documentation says what is so."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.arrays import ArrayFile
from quire.cvc import pack_cvc_columns
from quire.formats import FACES
from quire.hpdkv import save_bundle
from quire.opening import known_format
from quire.sources import Source
from tests.formats.contract.samples import SAMPLES

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "arrays.md"

CODE = re.compile(r"`([^`]+)`")


def _table() -> dict[str, list[str]]:
    """By format, the cells after it."""
    text = PAGE.read_text(encoding="utf-8")
    rows = text.partition("| format | `quire.open` gives")[2].partition("\n\n")[0].splitlines()[2:]
    found = {}
    for row in rows:
        title, *cells = (cell.strip() for cell in row.strip("|").split("|"))
        found[title.partition("]")[0].lstrip("[")] = cells
    return found


TABLE = _table()


def _columns(path: Path, rows: Any) -> None:
    pack_cvc_columns({"rows": rows}, path)


def _bundle(path: Path, rows: Any) -> None:
    save_bundle(path, {"rows": rows})


WRITTEN: dict[str, Callable[[Path, Any], None]] = {
    **{sample.format: sample.write for sample in reversed(SAMPLES)},
    "hpdkv_bundle": _bundle,
    "columns": _columns,
}

TITLES = {
    "CVC": "cvc",
    "CVC with columns": "columns",
    "finalfusion": "finalfusion",
    "CDD": "cdd",
    "HPΔKV": "hpdkv",
    "bundles of HPΔKV": "hpdkv_bundle",
    "tiers": "tiers",
    "segments of frames": "tqtc",
}


def _named(name: str) -> Any:
    """What is called so below `quire`."""
    module, *rest = name.split(".")
    found = importlib.import_module(f"quire.{module}")
    for part in rest:
        found = getattr(found, part)
    return found


@pytest.fixture(params=TITLES)
def title(request: pytest.FixtureRequest) -> str:
    """Each row."""
    found: str = request.param
    return found


@pytest.fixture
def path(title: str, tmp_path: Path) -> Path:
    """A file of the format of a row."""
    WRITTEN[TITLES[title]](tmp_path / "file", np.ones((60, 6), np.float32))
    return tmp_path / "file"


def test_every_format_that_has_a_face_is_in_it() -> None:
    assert TABLE.keys() == TITLES.keys()
    others = {"cryptodd"}  # the second layout of CDD
    assert FACES.keys() - others == set(TITLES.values()) - {"columns"}


def test_what_open_gives_is_of_that_class(title: str, path: Path) -> None:
    with quire.open(path) as file:
        said = TABLE[title][0]
        assert CODE.findall(said)[0] == type(file).__name__
        assert ("mapping" in said) != isinstance(file, ArrayFile)


def test_what_opens_and_loads_by_name_takes_such_a_file(title: str, path: Path) -> None:
    for name in CODE.findall(TABLE[title][1]):
        with _named(name)(path) as file:
            assert len(file) > 0
    for name in CODE.findall(TABLE[title][2]):
        loaded: Any = _named(name)(path)
        assert len(loaded["rows"] if isinstance(loaded, dict) else loaded) == 60


def test_what_is_loaded_by_name_is_written_by_name(title: str, path: Path, tmp_path: Path) -> None:
    load, save = (_named(CODE.findall(TABLE[title][cell])[0]) for cell in (2, 3))
    first, again = tmp_path / "first", tmp_path / "again"
    more = {"bits": 8} if title == "segments of frames" else {}
    save(first, load(path), **more)
    save(again, load(first), **more)
    assert first.read_bytes() == again.read_bytes()
    for name in CODE.findall(TABLE[title][3]):
        assert callable(_named(name)), name


def test_what_has_checksums_is_refused_when_it_is_damaged(title: str, path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[-3] ^= 1
    said = TABLE[title][4]
    assert said in ("yes", "no")
    file: Any
    with quire.open(data, known_format(Source.of(path)).name) as file:
        if said == "no":
            file.verify()
            return
        with pytest.raises(quire.ChecksumError):
            file.verify()
