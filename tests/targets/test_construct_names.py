"""Names of a spec beside those of Python and Construct."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.compiler import compile_texts
from quire.generator.diagnostics import Problems
from tests.targets.conftest import Made


def test_fields_named_as_methods_of_containers_are_found(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: x}
seq:
  - {id: keys, type: u1}
  - {id: class, size: keys}
  - {id: b, size: "class[0]"}
""")
    found = module.x.parse(b"\1\2ab")
    assert (found["class"], found.b) == (b"\2", b"ab")


@pytest.mark.parametrize("name", ["construct", "io", "io_", "struct", "int8ub", "bits", "length"])
def test_specs_may_be_called_like_modules_and_names_of_construct(
    construct_module: Made, name: str
) -> None:
    other = f"meta: {{id: {name}}}\nseq: [{{id: {name}, type: {name}x}}]\n"
    other += f"types: {{{name}x: {{seq: [{{id: n, type: b4}}, {{id: io, size: n}}]}}}}\n"
    text = f"meta: {{id: main, imports: [{name}]}}\nseq: [{{id: a, type: {name}}}]\n"
    module = construct_module(text, **{name: other})
    assert module.main.parse(b"\x20ab").a[name].io == b"ab"


def refused(spec: str, folder: Path) -> list[str]:
    """What the command says of a spec that is refused."""
    (folder / "x.ksy").write_text(spec, encoding="utf-8")
    problems = Problems()
    assert compile_texts([folder / "x.ksy"], problems, target="construct") == []
    return [f"{each.code}: {each.message}" for each in problems.sorted()]


def test_types_and_enums_that_would_have_one_name_are_refused(tmp_path: Path) -> None:
    types = "meta: {id: x}\ntypes: {a__b: {}, a: {types: {b: {}}}}\n"
    assert refused(types, tmp_path) == [
        "Q903: Construct has one name for `x::a::b` and `x::a__b`: `x__a__b`"
    ]
    enums = "meta: {id: x}\ntypes: {a: {enums: {b: {1: c}}}}\nenums: {a__b: {1: c}}\n"
    assert refused(enums, tmp_path) == [
        "Q903: Construct has one name for `x::a::b` and `x::a__b`: `X__A__B`"
    ]


def test_comments_are_as_they_were_written_and_no_code(construct_module: Made) -> None:
    module = construct_module(r"""
meta: {id: x}
doc: "one two\n\n  * three\nfour\r\nimport os\0\u2028import re\u202e"
seq: [{id: a, type: u1}]
""")
    assert module.__file__ is not None
    text = Path(module.__file__).read_text(encoding="utf-8")
    shown = ["# one two", "#", "#   * three", "# four", "# import os\\x00", "# import re\\u202e"]
    assert [line for line in text.splitlines() if line.startswith("#")][1:] == shown
    assert not hasattr(module, "os")
