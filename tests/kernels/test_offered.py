"""Codecs of other packages: found by name, held against the contract, used in both directions."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.docs.page import code_blocks
from tests.kernels.packages import installed, run

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "add-a-codec.md"

FILES = {
    match[1]: code.text
    for code in code_blocks(PAGE)
    if (match := re.match(r"# ([\w./]+\.(?:py|ksy))\n", code.text)) is not None
}
"""Those of the package of the page."""

SPEC = """
meta: {id: short, endian: le}
seq:
  - id: samples
    size: 3
    -array: {dtype: f4, shape: [3]}
    -codec: [mu_law]
"""

COMPILE = "import quire; quire.compile('short.ksy')"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """The package of the page, installed."""
    installed(tmp_path, "mu-law", FILES, {"mu_law": "mu_law.codec:MuLaw"})
    (tmp_path / "short.ksy").write_text(SPEC, encoding="utf-8")
    return tmp_path


def test_the_package_of_the_page_is_used_by_a_spec_in_both_directions(site: Path) -> None:
    done = run(site, "use.py")
    assert done.stderr == ""
    codes, values = done.stdout.splitlines()
    # ln(1 + 255 * 0.001 / 2) / ln(256) * 127 = 2.75; of 1 / 2 it is 111.2, and back from 111
    # (256 ** (111 / 127) - 1) / 255 * 2 = 0.9906.
    assert codes == "00 03 91 7f 7f"
    assert values == "[0.0, 0.0011, -0.9906, 2.0, 2.0]"


def test_generated_modules_and_the_command_find_it_too(site: Path) -> None:
    made = run(site, "-m", "quire.cli.main", "gen", "short.ksy", "-o", ".")
    assert made.returncode == 0
    code = "from short import Short; print(Short.from_bytes(bytes(3)).samples.decode().tolist())"
    assert run(site, "-c", code).stdout == "[0.0, 0.0, 0.0]\n"
    (site / "data").write_bytes(bytes([127, 0, 129]))
    shown = run(site, "-m", "quire.cli.main", "dump", "data", "--spec", "short.ksy", "--json")
    assert '"mu_law"' in shown.stdout


def test_arguments_are_held_against_its_parameters(site: Path) -> None:
    spec = SPEC.replace("[mu_law]", "[mu_law: {peak: -1, top: 2}]")
    (site / "short.ksy").write_text(spec, encoding="utf-8")
    said = run(site, "-c", COMPILE).stderr
    assert "`mu_law` has no parameter `top`" in said
    assert "`peak` of `mu_law` must be a number above 0 and below 1e30, found -1" in said


def test_nothing_of_it_is_imported_before_a_spec_names_it(site: Path) -> None:
    other = SPEC.replace("mu_law", "fp16").replace("size: 3", "size: 6")
    (site / "other.ksy").write_text(other.replace("id: short", "id: other"), encoding="utf-8")
    code = (
        "import sys, quire; quire.compile('other.ksy'); print('mu_law' in sys.modules);"
        "quire.compile('short.ksy'); print([m for m in sys.modules if m.startswith('mu_law')])"
    )
    done = run(site, "-c", code)
    assert done.stdout.splitlines() == ["False", "['mu_law', 'mu_law.codec']"]


def test_a_name_of_quires_own_means_quires(tmp_path: Path) -> None:
    installed(tmp_path, "mine", {"mine.py": "raise SystemExit"}, {"fp16": "mine:Fp16"})
    code = "from quire.kernels.engine.registry import codec; print(codec('fp16').__module__)"
    assert run(tmp_path, "-c", code).stdout == "quire.kernels.codecs.fp16.codec\n"


def test_the_command_lists_it_and_says_what_cannot_be_used(site: Path) -> None:
    installed(site, "mine", {}, {"fp16": "mine:Fp16", "lost": "mine:Lost"})
    done = run(site, "-m", "quire.cli.main", "codecs")
    assert done.returncode == 0
    assert "* mu_law     decode  cpu   reference  ready" in done.stdout.splitlines()
    taken, lost = done.stderr.splitlines()
    assert taken == "codec `fp16` of a package: quire's own has that name"
    assert lost.startswith("codec `lost` of mine 1.0 (mine:Lost) cannot be loaded: ModuleNotFound")


def test_two_packages_with_one_name_are_refused_with_both(site: Path) -> None:
    installed(site, "telephony", {}, {"mu_law": "telephony.codec:Law"}, "2.1")
    assert (
        "error[Q501]: codec `mu_law`: offered by mu-law 1.0 (mu_law.codec:MuLaw) and telephony 2.1"
        " (telephony.codec:Law); uninstall all but one"
    ) in run(site, "-c", COMPILE).stderr


def test_at_run_time_a_codec_that_went_bad_is_a_type_error(site: Path) -> None:
    assert run(site, "-m", "quire.cli.main", "gen", "short.ksy", "-o", ".").returncode == 0
    (site / "mu_law" / "codec.py").write_text("import nothing_like_it\n", encoding="utf-8")
    said = run(site, "-c", "from short import Short; Short.from_bytes(bytes(3)).samples").stderr
    assert (
        "CodecRefused: codec `mu_law` of mu-law 1.0 (mu_law.codec:MuLaw) cannot be loaded: "
        "ModuleNotFoundError: No module named 'nothing_like_it'"
    ) in said


CODEC = FILES["mu_law/codec.py"]

CHANGES = {
    "no class": (CODEC + "\n\nMuLaw = 3\n", "expected a class derived from FixedCodec, Varying"),
    "no codec": (CODEC + "\n\nclass MuLaw: pass\n", "expected a class derived from FixedCodec"),
    "gone": (CODEC.replace("class MuLaw", "class Law"), "cannot be loaded: AttributeError"),
    "broken": ("1 / 0\n", "cannot be loaded: ZeroDivisionError: division by zero"),
    "not frozen": (
        CODEC.replace("@dataclass(frozen=True, slots=True)\n", ""),
        "expected a frozen dataclass",
    ),
    "other name": (CODEC.replace('"mu_law"', '"a_law"'), "name of its entry point, found 'a_law'"),
    "no rule": (CODEC.replace("    rule = ", "    law = "), "expected `rule`, its definition"),
    "unknown type": (
        CODEC.replace("peak: float", "peak: complex"),
        "parameter `peak`: expected one of the types `tuple[int, ...]`",
    ),
    "taken name": (
        CODEC.replace("    peak: float = 1.0", "    peak: float = 1.0\n    bounds: int = 0"),
        "parameter `bounds`: expected another name",
    ),
    "no size": (CODEC.replace("    item_bytes = 1\n", ""), "expected `item_bytes`, 1 or more"),
    "bad size": (CODEC.replace("item_bytes = 1", "item_bytes = 0"), "1 or more, found 0"),
    "no stored size": (CODEC.replace("ItemCodec", "FixedCodec"), "a method `stored_size`"),
    "no bounds": (CODEC.replace("ItemCodec", "VaryingCodec"), "expected a method `bounds`"),
    "no definition": (
        CODEC.replace('{"reference": (DECODE, ENCODE)}', '{"numba": (DECODE,)}'),
        "expected `kernels` with the operations of `reference`",
    ),
    "unknown backend": (
        CODEC.replace("(DECODE, ENCODE)}", '(DECODE,), "cpp": (DECODE,)}'),
        "`kernels`: expected one of numba, library, reference, triton, cupy, nvcomp, found 'cpp'",
    ),
    "no such module": (
        CODEC.replace("(DECODE, ENCODE)}", '(DECODE,), "numba": (DECODE,)}'),
        "expected a module `numba` beside `mu_law.codec`",
    ),
    "does more": (
        CODEC.replace("(DECODE, ENCODE)}", '(DECODE,), "numba": (ENCODE,)}'),
        "numba has operations that `reference` lacks: ['encode']",
    ),
}


@pytest.fixture(scope="module")
def refusals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What is said of each, in one process: package `law_3` has the change of that number."""
    site = tmp_path_factory.mktemp("site")
    for number, (text, _) in enumerate(CHANGES.values()):
        name = f"law_{number}"
        files = {
            f"{name}/{path}": FILES[f"mu_law/{path}"] for path in ("__init__.py", "reference.py")
        }
        files[f"{name}/codec.py"] = text.replace("mu_law", name)
        installed(site, name, files, {name: f"{name}.codec:MuLaw"})
    code = """
import json, sys
from quire.kernels.engine.registry import codec
found = []
for number in range(int(sys.argv[1])):
    try:
        found.append(repr(codec(f"law_{number}")))
    except TypeError as error:
        found.append(str(error).replace(f"law_{number}", "mu_law"))
print(json.dumps(found))
"""
    done = run(site, "-c", code, str(len(CHANGES)))
    assert done.stderr == ""
    return dict(zip(CHANGES, json.loads(done.stdout), strict=True))


@pytest.mark.parametrize("change", CHANGES)
def test_what_does_not_keep_the_contract_is_refused_and_says_in_what(
    refusals: dict[str, str], change: str
) -> None:
    assert refusals[change].startswith("codec `mu_law` of mu_law 1.0 (mu_law.codec:MuLaw)")
    assert CHANGES[change][1] in refusals[change]


def test_a_refusal_stands_at_its_place_in_the_spec(site: Path) -> None:
    (site / "mu_law" / "codec.py").write_text("1 / 0\n", encoding="utf-8")
    shown = run(site, "-c", COMPILE).stderr
    assert (
        "error[Q501]: codec `mu_law` of mu-law 1.0 (mu_law.codec:MuLaw) cannot be loaded" in shown
    )
    assert "--> short.ksy:7:14" in shown


def test_a_kernel_without_its_function_is_refused(site: Path) -> None:
    (site / "mu_law" / "reference.py").write_text("", encoding="utf-8")
    code = "import quire; quire.compile('short.ksy').Short.from_bytes(bytes(3)).samples.decode()"
    said = run(site, "-c", code).stderr
    assert "CodecRefused: codec `mu_law`: expected a function `decode` in mu_law.reference" in said


def test_an_unknown_name_is_answered_with_the_nearest_of_all(site: Path) -> None:
    (site / "short.ksy").write_text(SPEC.replace("mu_law", "mu_low"), encoding="utf-8")
    said = run(site, "-c", COMPILE).stderr
    assert "unknown codec `mu_low`" in said
    assert "did you mean `mu_law`?" in said
