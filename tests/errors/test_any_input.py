"""Whatever stands in a spec, the compiler compiles it or says what is wrong with it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import quire
from quire.compiler import compile_texts
from quire.generator.diagnostics import Problems, SpecError
from quire.generator.pipeline import plan_spec
from quire.generator.plan.text import plan_text
from tests.cases import CASES, spec_of

ROOT = Path(__file__).parents[2]
SEEDS = tuple(
    path.read_text(encoding="utf-8")
    for path in (ROOT / "specs" / "cvc.ksy", *(spec_of(case) for case in CASES))
)

SCALARS = (
    "",
    "~",
    "true",
    "0",
    "-1",
    "300",
    "0x10",
    "0o7",
    "1.5",
    ".5",
    "1e9",
    "18446744073709551616",
    "[]",
    "{}",
    "[1, 2]",
    "{a: b}",
    "u1",
    "u4",
    "f8be",
    "str",
    "strz",
    "b3",
    "b1le",
    "abc",
    "_",
    "_root",
    "_parent",
    "_parent._parent._parent",
    "_io",
    "_index",
    "_on",
    "a",
    "a.b",
    "a::b",
    "::a",
    "a()",
    "u1(1)",
    "a[0]",
    "'\"x\"'",
    "'f\"{1}\"'",
    "a and",
    "1 +",
    "1 / 0",
    "1 % 0",
    "-5 << -1",
    "2 ** 3",
    "(1",
    "not",
    "a ? b : c",
    "sizeof<u4>",
    "[1].as<bytes>",
    "x.as<a[]>",
    "&x 1",
    "*x",
    "!!int a",
    "'%'",
    "|",
    ">",
    "class",
    "\u00e9",
    "eos",
    "expr",
    "until",
    "le",
    "be",
    "UTF-8",
    "utf_16_le",
    "idna",
    "base64",
    "rot13",
    "fp16",
    "json",
)

seed = st.sampled_from(SEEDS)
scalars = st.sampled_from(SCALARS)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A spec of which a few lines are gone, doubled, moved or changed."""
    lines = draw(seed).splitlines()
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(lines) - 1))
        kind = draw(
            st.sampled_from(["delete", "double", "swap", "value", "word", "indent", "foreign"])
        )
        if kind == "delete" and len(lines) > 1:
            del lines[at]
        elif kind == "double":
            lines.insert(at, lines[at])
        elif kind == "swap":
            other = draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == "value":
            value = draw(scalars)
            lines[at] = re.sub(r": [^:]*$", "", lines[at]) + f": {value}"
        elif kind == "word":
            words = [match.span() for match in re.finditer(r"[-\w]+", lines[at])]
            if words:
                start, stop = draw(st.sampled_from(words))
                lines[at] = lines[at][:start] + draw(scalars) + lines[at][stop:]
        elif kind == "indent":
            lines[at] = draw(st.sampled_from(["  ", "    ", "\t", "- "])) + lines[at]
        else:
            lines.insert(at, draw(st.sampled_from(draw(seed).splitlines())))
    return "\n".join(lines) + "\n"


words = st.sampled_from(
    [
        "meta",
        "id",
        "endian",
        "encoding",
        "seq",
        "types",
        "instances",
        "enums",
        "params",
        "type",
        "size",
        "contents",
        "repeat",
        "repeat-expr",
        "repeat-until",
        "if",
        "valid",
        "value",
        "pos",
        "enum",
        "switch-on",
        "cases",
        "terminator",
        "doc",
        "-array",
        "-codec",
        "-document",
        "-checksum",
        "-limit",
        "-fill",
        "-default",
        "-derive",
        "-size",
        "-if",
        "-value",
        "-valid",
        "-repeat-expr",
        "dtype",
        "shape",
        "fields",
        "items",
        "format",
        "algorithm",
        "over",
        "a",
        "b",
    ]
)
leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from([text for text in SCALARS if text.isidentifier()])
    | st.dates()
    | st.binary(max_size=3)
)
trees = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=5)
)
fields = st.dictionaries(words, trees, max_size=4)
specs = st.fixed_dictionaries(
    {"meta": st.just({"id": "x", "endian": "le", "encoding": "ASCII"})},
    optional={
        "seq": st.lists(fields, max_size=3),
        "instances": st.dictionaries(words, fields, max_size=2),
        "types": st.dictionaries(
            words, st.fixed_dictionaries({"seq": st.lists(fields, max_size=2)})
        ),
        "enums": st.dictionaries(words, st.dictionaries(st.integers(-3, 300), words), max_size=2),
    },
)


def compile_any(text: str, folder: Path) -> None:
    """Compile a text: it gives a module that is Python, or problems that say where they are."""
    path = folder / "any.ksy"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    problems = Problems()
    compiled = compile_texts([path], problems)
    if not compiled:
        assert problems.failed
        for problem in problems.sorted():
            assert problem.message
            assert problem.span.line >= 1
            assert problem.span.column >= 1
            assert problem.text()
    else:
        assert not problems.failed
        plan = plan_spec(path, problems)
        assert plan is not None
        assert plan_text(plan)
        code = compile(compiled[0].text, "any", "exec")
        if not plan.routines:  # those are somebody else's modules, which nobody has
            exec(code, {"__name__": "any"})  # noqa: S102  # ours


ANY = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    max_examples=250,
)


@ANY
@given(text=mutated())
def test_a_mutated_spec_compiles_or_is_refused(text: str, tmp_path: Path) -> None:
    compile_any(text, tmp_path)


@pytest.mark.slow
@ANY
@given(tree=specs | trees)
def test_random_yaml_compiles_or_is_refused(tree: object, tmp_path: Path) -> None:
    compile_any(yaml.safe_dump(tree, allow_unicode=True), tmp_path)


@ANY
@given(text=st.text())
def test_random_text_is_refused(text: str, tmp_path: Path) -> None:
    compile_any(text, tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "\x00",
        "\ufeff",
        "%YAML 3.0\n---\n",
        "--- a\n--- b\n",
        "a: \ud800",
        "meta: {id: x}\nseq: [{}]\n",
    ],
)
def test_a_text_that_is_odd_is_refused(text: str, tmp_path: Path) -> None:
    compile_any(text, tmp_path)


@pytest.mark.slow
def test_any_line_of_a_spec_can_be_missing(tmp_path: Path) -> None:
    for text in SEEDS[:8]:
        lines = text.splitlines(keepends=True)
        for at in range(len(lines)):
            compile_any("".join(lines[:at] + lines[at + 1 :]), tmp_path)


def test_a_spec_that_makes_no_sense_raises_one_error_with_all_problems(tmp_path: Path) -> None:
    path = tmp_path / "bad.ksy"
    path.write_text("meta: {id: bad}\nseq: [{id: a}, {id: b, type: c}]\n", encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        quire.compile(path)
    assert [problem.code for problem in caught.value.problems.sorted()] == ["Q405", "Q303"]
    assert "2 errors, 0 warnings" in str(caught.value)
