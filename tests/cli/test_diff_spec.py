"""`quire diff-spec`: files about which two specs differ."""

from __future__ import annotations

from pathlib import Path

import quire as library
from tests.cli.conftest import GOOD, Quire


def test_a_difference_is_told_and_kept(quire: Quire) -> None:
    Path("a.ksy").write_text(GOOD.replace("good", "a"), encoding="utf-8")
    Path("b.ksy").write_text(
        GOOD.replace("good", "b").replace("type: u1", "type: u1, valid: {max: 3}"), encoding="utf-8"
    )
    done = quire("diff-spec", "a.ksy", "b.ksy", "-o", "found", "-n", "200")
    assert done.status == 1
    assert done.out == (
        "found/00000.bin: 5 bytes, refused by b.ksy, taken by a.ksy: "
        "b: len_b at byte 0: expected at most 3, found 4\n"
    )
    data = Path("found/00000.bin").read_bytes()
    assert library.compile("a.ksy").A.from_bytes(data).len_b == 4
    done = quire("diff-spec", "a.ksy", "b.ksy", "-o", "found")
    assert (done.status, done.out) == (2, "")
    assert "found is not empty: name another folder" in done.err


def test_no_difference_is_told_too(quire: Quire) -> None:
    Path("a.ksy").write_text(GOOD.replace("good", "a"), encoding="utf-8")
    done = quire("diff-spec", "a.ksy", "a.ksy", "-n", "50", "-o", "found")
    assert (done.status, done.out) == (0, "no difference in 50 files\n")
    assert not Path("found").exists()


def test_specs_without_files_are_wrong_use(quire: Quire) -> None:
    Path("a.ksy").write_text("meta: {id: a}\nseq: [{id: b, type: u1, valid: {min: 5, max: 4}}]\n")
    done = quire("diff-spec", "a.ksy", "a.ksy")
    assert done.status == 2
    assert done.err.startswith(
        "no files can be made of a.ksy or a.ksy: no file that was begun is valid"
    )
    assert quire("diff-spec", "a.ksy").status == 2
    assert quire("diff-spec", "a.ksy", "none.ksy").status != 0
