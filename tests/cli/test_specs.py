"""`quire gen`, `check` and `plan`: what becomes of good, bad and doubtful specs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from quire.generator.plan.text import plan_text
from tests.cases import plan_of
from tests.cli.conftest import Quire


def test_gen_writes_a_module_for_each_spec(quire: Quire) -> None:
    done = quire("gen", "good.ksy", "warned.ksy", "-o", "out/deep")
    assert (done.status, done.out.split()) == (0, ["out/deep/good.py", "out/deep/warned.py"])
    text = Path("out/deep/good.py").read_text(encoding="utf-8")
    first = text.splitlines()[0]
    assert first.startswith("# Made by `quire gen` ")
    assert first.endswith(" Do not edit.")
    assert "class Good(Struct):" in text


def test_gen_writes_the_good_spec_beside_a_bad_one(quire: Quire) -> None:
    done = quire("gen", "bad.ksy", "good.ksy", "-o", "out")
    assert (done.status, done.out.split()) == (1, ["out/good.py"])
    assert "error[Q302]" in done.err
    assert "2 errors, 0 warnings in bad.ksy" in done.err
    assert [path.name for path in Path("out").iterdir()] == ["good.py"]


def test_gen_leaves_the_old_module_of_a_spec_that_became_bad(quire: Quire) -> None:
    quire("gen", "good.ksy", "-o", "out")
    old = Path("out/good.py").read_text(encoding="utf-8")
    Path("good.ksy").write_text("meta: {id: good}\nseq: [{id: a}]\n", encoding="utf-8")
    assert quire("gen", "good.ksy", "-o", "out").status == 1
    assert Path("out/good.py").read_text(encoding="utf-8") == old


def test_gen_as_json_says_what_was_written_and_what_is_wrong(quire: Quire) -> None:
    done = quire("gen", "bad.ksy", "good.ksy", "-o", "out", "--json")
    found = done.json()
    assert done.status == 1
    assert found["written"] == ["out/good.py"]
    assert [(p["code"], p["line"], p["path"]) for p in found["problems"]] == [
        ("Q302", 4, "/seq/1/size"),
        ("Q405", 5, "/seq/2"),
    ]


def test_check_is_silent_when_all_is_well(quire: Quire) -> None:
    done = quire("check", "good.ksy")
    assert (done.status, done.out, done.err) == (0, "", "")


def test_check_says_all_that_is_wrong_with_all_specs(quire: Quire) -> None:
    done = quire("check", "good.ksy", "bad.ksy", "warned.ksy")
    assert done.status == 1
    assert done.out == ""
    assert [line for line in done.err.splitlines() if line.startswith(("error", "warning"))] == [
        "error[Q302]: type `bad` has no `len_bb`",
        "error[Q405]: `c` has no type and no size",
        "warning[Q202]: `-lmit` is not a key of quire and is ignored",
    ]
    assert done.err.rstrip().endswith(
        "2 errors, 0 warnings in bad.ksy\n\n0 errors, 1 warning in warned.ksy"
    )


def test_check_warns_without_failing(quire: Quire) -> None:
    done = quire("check", "warned.ksy")
    assert done.status == 0
    assert "warning[Q202]" in done.err


def test_check_as_json_lists_the_problems(quire: Quire) -> None:
    assert quire("check", "good.ksy", "--json").json() == []
    first = quire("check", "bad.ksy", "--json").json()[0]
    assert first == {
        "severity": "error",
        "code": "Q302",
        "message": "type `bad` has no `len_bb`",
        "file": "bad.ksy",
        "line": 4,
        "column": 19,
        "path": "/seq/1/size",
        "label": "",
        "help": "did you mean `len_b`?",
    }


def test_check_refuses_a_file_that_is_no_text(quire: Quire) -> None:
    Path("bytes.ksy").write_bytes(b"\xff\xfe\x00")
    done = quire("check", "bytes.ksy")
    assert done.status == 1
    assert "error[Q101]" in done.err


def test_plan_prints_the_plan(quire: Quire) -> None:
    done = quire("plan", "good.ksy")
    assert (done.status, done.out.rstrip("\n")) == (0, plan_text(plan_of(Path("good.ksy"))))
    assert "store b: bytes len_b" in done.out


def test_plan_prints_the_structure_when_asked_for_it(quire: Quire) -> None:
    done = quire("plan", "--structural", "good.ksy")
    assert (done.status, done.out.rstrip("\n")) == (0, str(plan_of(Path("good.ksy")).structure))


def test_plan_of_a_bad_spec_is_its_problems(quire: Quire) -> None:
    done = quire("plan", "bad.ksy")
    assert (done.status, done.out) == (1, "")
    assert "error[Q302]" in done.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["check"],
        ["check", "none.ksy"],
        ["gen", "good.ksy"],
        ["gen", "-o", "out"],
        ["plan"],
        ["plan", "good.ksy", "bad.ksy"],
        ["nothing"],
        ["check", "--nothing", "good.ksy"],
        ["check", "."],
    ],
)
def test_wrong_usage_has_status_2(quire: Quire, arguments: list[str]) -> None:
    done = quire(*arguments)
    assert (done.status, done.out) == (2, "")
    assert "Error: " in done.err


def test_check_notes_what_stays_with_the_user_of_build(quire: Quire) -> None:
    spec = "meta: {id: rests}\nseq: [{id: n, type: u1}, {id: a, size: n % 9}]\n"
    Path("rests.ksy").write_text(spec, encoding="utf-8")
    done = quire("check", "rests.ksy")
    assert (done.status, done.err) == (0, "")
    assert done.out == (
        "note: rests.ksy: type `rests`: `n` must be given: the size of `a` does not tell it: "
        "its operators cannot be undone\n"
    )


@pytest.mark.parametrize("name", [os.fsdecode(b"\xff.ksy"), "a\nimport antigravity #.ksy"])
def test_the_file_of_a_spec_may_be_called_anything(quire: Quire, name: str) -> None:
    Path("good.ksy").rename(name)
    assert quire("gen", name, "-o", "out").status == 0
    text = Path("out/good.py").read_text(encoding="utf-8")
    assert not [line for line in text.splitlines() if line.startswith("import antigravity")]
    compile(text, "good.py", "exec")
    assert quire("dump", "good.bin", "--spec", name).status == 0
    assert quire("plan", name).status == 0
