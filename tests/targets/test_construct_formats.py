"""The files of the formats that come with quire, as Construct reads them."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import construct
import pytest

import quire
from quire.compiler import compile_texts
from quire.generator.diagnostics import Problems
from tests.targets.agreement import REFUSALS, difference

ROOT = Path(__file__).resolve().parents[2]
FORMATS = ROOT / "tests" / "formats"
PACKAGE = "constructs_of_formats"
FOLDERS = {
    "cvc": "cvc/vectors/*.cvc",
    "cryptodd": "cdd/vectors/upstream/*.cdd",
    "cdd": "cdd/vectors/seed/*.cdd",
    "finalfusion": "finalfusion/data/*.fifu",
    "hpdkv": "hpdkv/vectors/*.hpdv",
}
BEYOND = {
    "png": "cannot express `image`: it has nothing like `joined`",
    "gif": "cannot express `pixels`: it has nothing like `len_sub_blocks`",
    "gzip": "cannot express `data`: it has nothing like `len_deflated`",
    "midi": "cannot express `delta`: it cannot take a value apart",
    "npy": "cannot express `header`: it cannot take a value apart",
    "pcapng": "cannot express `order`: it has nothing like `has_at`",
    "safetensors": "cannot express `header`: it cannot take a value apart",
    "tar": "cannot express `rest`: it has nothing like `joined`",
    "wasm": "cannot express `len_text`: it cannot take a value apart",
    "zip": "cannot express `ofs_end`: it has nothing like `last_index_of`",
}
"""Formats that cannot be declared for Construct, and what the compiler says of them."""

FILES = [
    pytest.param(name, path, id=path.name)
    for name, pattern in FOLDERS.items()
    for path in sorted(FORMATS.glob(pattern))
    if not path.name.startswith("bad_") and path.stat().st_size < 20_000
]


@pytest.fixture(scope="module", autouse=True)
def _modules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The modules of all specs."""
    folder = tmp_path_factory.mktemp("constructs")
    (folder / PACKAGE).mkdir()
    problems = Problems()
    specs = [spec for spec in sorted((ROOT / "specs").glob("*.ksy")) if spec.stem not in BEYOND]
    for module in compile_texts(specs, problems, package=PACKAGE, target="construct"):
        (folder / PACKAGE / f"{module.name}.py").write_text(module.text, encoding="utf-8")
    # What Construct may not read, a warning tells.
    assert not [each for each in problems.sorted() if each.severity == "error"], problems.text()
    sys.path.insert(0, str(folder))
    yield
    sys.path.remove(str(folder))


def schema(name: str) -> construct.Struct:
    return importlib.import_module(f"{PACKAGE}.{name}")._schema


@pytest.mark.parametrize("name", BEYOND)
def test_what_construct_cannot_express_is_refused(name: str) -> None:
    problems = Problems()
    compile_texts([ROOT / "specs" / f"{name}.ksy"], problems, package=PACKAGE, target="construct")
    first, *others = [each for each in problems.sorted() if each.severity == "error"]
    assert BEYOND[name] in first.message
    assert {each.code for each in (first, *others)} == {"Q903"}


@pytest.mark.parametrize(("name", "path"), FILES)
def test_construct_reads_the_records_and_bytes_of_a_file(name: str, path: Path) -> None:
    data = path.read_bytes()
    kind = getattr(importlib.import_module(f"quire.generated.{name}"), name.title())
    assert difference(kind.from_bytes(data), schema(name).parse(data)) is None


PARTS = ("cdd", "cryptodd")
"""Formats of which the tree of a file has the first block alone: the others are found by it."""
REPAIRED = ("header_omits_norms.fifu",)
"""Files that are written otherwise than they were read, by quire too."""


@pytest.mark.usefixtures("made_anew")
@pytest.mark.parametrize(("name", "path"), FILES)
def test_construct_builds_the_file_that_it_has_read(name: str, path: Path) -> None:
    data = path.read_bytes()
    built = schema(name).build(schema(name).parse(data))
    if path.name in REPAIRED:
        kind = getattr(importlib.import_module(f"quire.generated.{name}"), name.title())
        data = kind.from_bytes(data).to_bytes()
    assert built == (data[: len(built)] if name in PARTS else data)


BAD = [
    pytest.param(name, path, id=path.name)
    for name, pattern in FOLDERS.items()
    for path in sorted(FORMATS.glob(pattern))
    if path.name.startswith("bad_")
]
OF_DECODED = (
    "bad_cut_payload.hpdv",
    "bad_cut_payload_odd.hpdv",
    "bad_shape_overflow.hpdv",
    "bad_trailing.hpdv",
)
"""Files whose bytes do not fit the shape of what they decode to, which Construct does not know."""


@pytest.mark.parametrize(("name", "path"), BAD)
def test_bad_files_are_refused_by_both(name: str, path: Path) -> None:
    data = path.read_bytes()
    kind = getattr(importlib.import_module(f"quire.generated.{name}"), name.title())
    try:
        kind.from_bytes(data)
    except quire.FormatError:
        if path.name in OF_DECODED:
            assert isinstance(schema(name).parse(data)["values"], bytes)
            return
        with pytest.raises((construct.ConstructError, *REFUSALS)):
            schema(name).parse(data)
    else:
        assert schema(name).parse(data) is not None


def test_each_format_has_some_files() -> None:
    found = [param.values[0] for param in FILES]
    assert {name: found.count(name) > 1 for name in FOLDERS} == dict.fromkeys(FOLDERS, True)


def test_documents_are_containers_with_defaults() -> None:
    data = (FORMATS / "cvc" / "vectors" / "v1_int8_multi.cvc").read_bytes()
    header = schema("cvc").parse(data).header
    assert header.mmap_optimized is False
    assert [chunk.compression for chunk in header.chunks] == ["int8"] * len(header.chunks)


def test_tiers_are_read() -> None:
    from quire.generated.tiers import Tiers
    from tests.formats.tiers.test_file import _built

    data = _built(8)
    assert difference(Tiers.from_bytes(data), schema("tiers").parse(data)) is None
