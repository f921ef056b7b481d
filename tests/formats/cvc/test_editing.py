"""Columns added, replaced, dropped and renamed: the others stay what they were, byte for byte."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire import ChecksumError, EncodingError
from quire.cvc import (
    add_column,
    delete_column,
    list_columns,
    load_cvc_columns,
    open_cvc_columns,
    pack_cvc_columns,
    rename_column,
    update_column,
)
from tests.formats.cvc.columnar import (
    COLUMNAR,
    PAYLOADS,
    VALUES,
    assert_same_columns,
    columnar,
    read_by_hand,
)
from tests.formats.cvc.layout import v2
from tests.formats.cvc.samples import Sample

NEW = np.array([[1.5, -2], [3, 4], [5, 6]], np.float32)

EDITS: dict[str, Callable[..., None]] = {
    "add": lambda path, **how: add_column(path, "new", NEW, **how),
    "update": lambda path, **how: update_column(path, "code", NEW, **how),
    "delete": lambda path, **how: delete_column(path, "code", **how),
    "rename": lambda path, **how: rename_column(path, "code", "Δ", **how),
}

each_edit = pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with columns, with sections and keys that only its writer knows."""
    header = copy.deepcopy(COLUMNAR)
    header["sections"] = [{"start_index": 0, "end_index": 3, "metadata": {"a": 1}}]
    header["x-own"] = [1]
    header["columns"][2]["unit"] = "m"
    header["chunks"][1]["metadata"] = {"page": 7}
    path = tmp_path / "columns.cvc"
    path.write_bytes(v2(header, *PAYLOADS))
    return path


def stored_parts(path: Path) -> dict[str, list[bytes]]:
    """The stored bytes of each column, chunk by chunk."""
    with open_cvc_columns(path) as reader:
        return {
            column.name: [bytes(reader.part(chunk, column.index).stored) for chunk in range(2)]
            for column in reader.columns.values()
        }


def names(path: Path) -> list[str]:
    """The names of the columns."""
    return [column["name"] for column in list_columns(path)]


@each_edit
def test_the_other_columns_keep_their_bytes(edit: Callable[..., None], path: Path) -> None:
    before = stored_parts(path)
    edit(path)
    after = stored_parts(path)
    assert after["vec"] == before["vec"]
    assert after["id"] == before["id"]
    found = load_cvc_columns(path, ["vec", "id"])
    assert_same_columns(found, {name: VALUES[name] for name in ("vec", "id")})


@each_edit
def test_what_else_the_header_says_is_kept(edit: Callable[..., None], path: Path) -> None:
    before, _ = read_by_hand(path.read_bytes())
    edit(path)
    after, _ = read_by_hand(path.read_bytes())
    for key in ("sections", "x-own", "num_vectors", "format_type"):
        assert after[key] == before[key]
    assert next(c for c in after["columns"] if c["name"] == "id")["unit"] == "m"
    assert after["chunks"][1]["metadata"] == {"page": 7}
    assert [chunk["rows"] for chunk in after["chunks"]] == [2, 1]


@each_edit
def test_another_file_leaves_the_first_as_it_was(
    edit: Callable[..., None], path: Path, tmp_path: Path
) -> None:
    before = path.read_bytes()
    edit(path, output_path=tmp_path / "other.cvc")
    assert path.read_bytes() == before
    edit(path)
    assert path.read_bytes() == (tmp_path / "other.cvc").read_bytes()


def test_a_new_column_comes_last_and_is_what_packing_makes(path: Path) -> None:
    add_column(path, "new", NEW)
    assert names(path) == ["vec", "code", "id", "new"]
    assert list_columns(path)[3]["compression"] == "fp16"
    assert load_cvc_columns(path, ["new"])["new"].tobytes() == NEW.tobytes()


@pytest.mark.parametrize("compression", ["none", "fp16", "int8", "bfloat16", "int4"])
def test_a_replaced_column_is_what_packing_makes(compression: str, path: Path) -> None:
    update_column(path, "code", NEW * 0.3, compression)
    assert names(path) == ["vec", "code", "id"]
    other = path.with_name("alone.cvc")
    pack_cvc_columns({"code": NEW * 0.3}, other, {"code": compression}, chunk_size=2)
    found, alone = load_cvc_columns(path, ["code"]), load_cvc_columns(other)
    assert_same_columns(found, alone)


def test_a_replaced_column_keeps_its_scheme_and_may_change_its_dimension(path: Path) -> None:
    update_column(path, "code", np.ones(3))
    changed = list_columns(path)[1]
    assert (changed["compression"], changed["dimension"]) == ("int8", 1)


def test_a_renamed_column_keeps_its_place_and_its_values(path: Path) -> None:
    rename_column(path, "code", "Δ")
    assert names(path) == ["vec", "Δ", "id"]
    assert load_cvc_columns(path)["Δ"].tobytes() == VALUES["code"].tobytes()


def test_undoing_an_edit_gives_the_first_bytes(tmp_path: Path) -> None:
    path, sample = tmp_path / "a.cvc", Sample("v2_columns").path.read_bytes()
    path.write_bytes(sample)
    add_column(path, "new", np.arange(50))
    rename_column(path, "imäge", "image")
    delete_column(path, "new")
    rename_column(path, "image", "imäge")
    assert path.read_bytes() == sample


def test_integers_beyond_float32_survive_every_edit(path: Path) -> None:
    for edit in (EDITS["add"], EDITS["update"], EDITS["delete"]):
        edit(path)
    assert load_cvc_columns(path, ["id"])["id"].tolist() == [2**53 + 1, -1, 7]


REFUSED: list[tuple[Callable[[Path], None], str]] = [
    (lambda path: add_column(path, "vec", NEW), "expected a new name, found 'vec'"),
    (lambda path: add_column(path, "new", NEW[:2]), "expected 3 rows, found 2"),
    (lambda path: add_column(path, "new", NEW, "zstd"), "found 'zstd'"),
    (lambda path: add_column(path, "new", NEW * np.nan, "int8"), "finite"),
    (
        lambda path: update_column(path, "new", NEW),
        "column_name: expected vec, code or id, found 'new'",
    ),
    (lambda path: update_column(path, "vec", NEW[:1]), "expected 3 rows, found 1"),
    (lambda path: delete_column(path, "new"), "found 'new'"),
    (lambda path: rename_column(path, "new", "newer"), "found 'new'"),
    (lambda path: rename_column(path, "vec", "id"), "found 'id'"),
]


@pytest.mark.parametrize(("edit", "word"), REFUSED)
def test_an_edit_that_cannot_be_done_changes_nothing(
    edit: Callable[[Path], None], word: str, path: Path
) -> None:
    before = path.read_bytes()
    with pytest.raises((ValueError, EncodingError), match=word):
        edit(path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_the_only_column_stays(path: Path) -> None:
    pack_cvc_columns({"a": NEW}, path)
    with pytest.raises(ValueError, match="'a' is the only column"):
        delete_column(path, "a")


@each_edit
def test_damage_is_not_covered_by_a_new_checksum(edit: Callable[..., None], path: Path) -> None:
    damaged = bytearray(columnar())
    damaged[-1] ^= 1
    path.write_bytes(damaged)
    with pytest.raises(ChecksumError):
        edit(path)
    assert path.read_bytes() == damaged


@pytest.mark.parametrize("call", ["replace", "fsync"])
@each_edit
def test_a_system_call_that_fails_leaves_everything_as_it_was(
    edit: Callable[..., None], call: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    before = path.read_bytes()
    monkeypatch.setattr(os, call, failing)
    with pytest.raises(OSError, match="No space left"):
        edit(path)
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]
