"""From one format to another: how formats are found, and what comes out."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from quire import FormatError
from quire.cli.main import main
from quire.finalfusion import (
    Embeddings,
    FastTextIndexer,
    FastTextVocab,
    NdArray,
    Norms,
    compat,
    convert,
    load,
    load_word2vec,
)
from quire.finalfusion.conversion import FORMATS, Loading, by_extension, find, named
from quire.finalfusion.io import FinalfusionFormatError
from tests.formats.finalfusion.foreign import FOLDER, assert_same
from tests.formats.finalfusion.samples import sample

FOUND = {
    "simple.fifu": "finalfusion",
    "upstream/pq.fifu": "finalfusion",
    "w2v.bin": "word2vec",
    "gensim_w2v.bin": "word2vec",
    "upstream/similarity.bin": "word2vec",
    "upstream/utf8-incomplete.bin": "word2vec",
    "fasttext_cbow.bin": "fasttext",
    "fasttext_quantized.ftz": "fasttext",
    "text.txt": "text",
    "upstream/similarity.nodims": "text",
    "upstream/utf8-incomplete.txt": "text",
    "textdims.txt": "textdims",
    "gensim_w2v.txt": "textdims",
    "upstream/utf8-incomplete.dims": "textdims",
    "floret_2hash.floret": "floret",
}

PAIRS = list(permutations([name for name in FORMATS if name != "floret"], 2))


@pytest.fixture
def source() -> Embeddings:
    """Embeddings that every format with words can hold."""
    words = ["Haus", "東京", "na\xa0ïve", "<unk>", "1", "2"]
    rows = np.random.default_rng(7).normal(size=(26, 4)).astype(np.float32)
    norms = np.linalg.norm(rows[:6], axis=1)
    rows[:6] /= norms[:, None]
    vocab = FastTextVocab(words, FastTextIndexer(20, 2, 3))
    return Embeddings(NdArray(rows), vocab, Norms(norms))


@pytest.mark.parametrize("name", FOUND)
def test_formats_are_found_from_the_content(name: str) -> None:
    found = find(FOLDER / name)
    assert found is not None
    assert found.name == FOUND[name]


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"1 2\na \n\0\0@\0\0\0@\n", "word2vec"),  # a value that begins with a line break
        (b"1 2\na 1\n\0\0\0\0\0@", "word2vec"),  # one that begins with a number and one
        (b"1 1\na 1\n", "textdims"),
        (b"0 5\n", "textdims"),
        (b"1 20000\nword" + b" 0.25" * 20_000 + b"\n", "textdims"),
        (b"word" + b" 0.25" * 20_000 + b"\n", "text"),
        (b"a nan -Infinity 1e-5\n", "text"),
        (b"1 2 3\n", "text"),
        (b"1 2 3 4 5 6 7 8\n", "text"),
        (b"", None),
        (b"word\n", None),
        (b"some text\nand more\n", None),
        (b"1 2 3 4 5 x < >\n", None),
        (b"\x89PNG\r\n\x1a\n", None),
    ],
)
def test_what_is_hard_to_tell_apart(data: bytes, name: str | None, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(data)
    found = find(tmp_path / "x")
    assert (found and found.name) == name


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a.fifu", "finalfusion"),
        ("a.FIFU", "finalfusion"),
        ("a.w2v", "word2vec"),
        ("a.vec", "textdims"),
        ("a.floret", "floret"),
    ],
)
def test_extensions_tell_formats(path: str, name: str) -> None:
    assert by_extension(path).name == name


@pytest.mark.parametrize(
    ("path", "names"), [("a.bin", "word2vec, fasttext"), ("a.txt", "text, textdims")]
)
def test_an_extension_of_several_formats_is_refused(path: str, names: str) -> None:
    with pytest.raises(ValueError, match=f"several formats; name one of {names}"):
        by_extension(path)


def test_what_tells_no_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="belongs to no format"):
        by_extension("a.xyz")
    with pytest.raises(
        ValueError, match=r"format: expected finalfusion, word2vec, .* or floret, found 'glov'"
    ):
        named("glov")
    with pytest.raises(FormatError, match="one of the formats finalfusion"):
        convert(Path(__file__), tmp_path / "x.fifu")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_every_format_becomes_every_other(
    first: str, second: str, source: Embeddings, tmp_path: Path
) -> None:
    FORMATS[first].write(tmp_path / "a", source, None)
    found = find(tmp_path / "a")
    assert found is not None
    assert found.name == first
    converted = convert(tmp_path / "a", tmp_path / "b", target_format=second, strict=False)
    assert_same(converted, source)
    assert_same(FORMATS[second].load(tmp_path / "b", Loading(strict=False), None), source)


def test_floret_and_finalfusion_become_each_other(tmp_path: Path) -> None:
    convert(FOLDER / "floret_2hash.floret", tmp_path / "x.fifu")
    convert(tmp_path / "x.fifu", tmp_path / "x.floret")
    assert (tmp_path / "x.floret").read_bytes() == (FOLDER / "floret_2hash.floret").read_bytes()


def test_names_of_the_original_are_there() -> None:
    assert sorted(compat.__all__) == [
        "load_fasttext",
        "load_text",
        "load_text_dims",
        "load_word2vec",
        "write_fasttext",
        "write_text",
        "write_text_dims",
        "write_word2vec",
    ]
    assert all(hasattr(compat, name) for name in compat.__all__)


def test_an_error_of_a_file_has_the_original_name(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.fifu"
    wrong.write_bytes(b"WRONG")
    with pytest.raises(FinalfusionFormatError, match="FiFu"):
        load(wrong)


# -- the command -----------------------------------------------------------------------------


def quire(*arguments: str | Path) -> Result:
    """Call `quire convert`."""
    return CliRunner().invoke(main, ["convert", *map(str, arguments)], catch_exceptions=False)


def test_the_command_converts(tmp_path: Path) -> None:
    target = tmp_path / "x.fifu"
    done = quire(FOLDER / "w2v.bin", target)
    assert done.exit_code == 0
    size = target.stat().st_size
    expected = f"{target}: finalfusion, 12 words in 10 dimensions, {size} bytes\n"
    assert done.stdout == expected
    again = quire(target, tmp_path / "x.bin", "--to", "word2vec", "--json")
    assert json.loads(again.stdout) == {
        "file": str(tmp_path / "x.bin"),
        "from": "finalfusion",
        "to": "word2vec",
        "words": 12,
        "skipped": 0,
        "dims": 10,
        "bytes": 574,
    }
    assert_same(load_word2vec(tmp_path / "x.bin"), load_word2vec(FOLDER / "w2v.bin"))


def test_the_command_reads_what_it_is_told(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"1 2\n3 4\n")  # a header, or two words of one dimension
    assert quire(tmp_path / "x", tmp_path / "x.fifu").exit_code == 1
    done = quire(tmp_path / "x", tmp_path / "x.fifu", "--from", "text", "--json")
    assert json.loads(done.stdout)["words"] == 2


def test_the_command_passes_its_options_on(tmp_path: Path) -> None:
    bad = FOLDER / "upstream" / "utf8-incomplete.bin"
    assert quire(bad, tmp_path / "x.fifu").exit_code == 1
    assert quire(bad, tmp_path / "x.fifu", "--lossy").exit_code == 0
    model = FOLDER / "fasttext_min1.bin"
    quire(model, tmp_path / "a.fifu", "--strict")
    quire(model, tmp_path / "b.fifu", "--no-strict")
    assert (tmp_path / "a.fifu").read_bytes() != (tmp_path / "b.fifu").read_bytes()


def test_the_command_lists_the_ngrams_of_buckets(tmp_path: Path) -> None:
    target = tmp_path / "explicit.fifu"
    assert quire(sample("bucket").path, target, "--explicit").exit_code == 0
    assert load(target).vocab == load(sample("explicit_from_bucket").path).vocab
    refused = quire(sample("simple").path, target, "--explicit")
    assert refused.exit_code == 1
    assert "--explicit: expected hashed n-grams, found SimpleVocab" in refused.stderr
    refused = quire(sample("bucket").path, tmp_path / "x.w2v", "--explicit")
    assert "word2vec has no lists of n-grams" in refused.output


def test_a_bad_file_has_status_1(tmp_path: Path) -> None:
    done = quire(FOLDER / "fasttext_quantized.ftz", tmp_path / "x.fifu")
    assert done.exit_code == 1
    assert "expected a dictionary that is not pruned" in done.stderr
    done = quire(FOLDER / "fasttext_quantized.ftz", tmp_path / "x.fifu", "--json")
    assert json.loads(done.stdout)["path"] == "dictionary.num_pruned"
    assert not list(tmp_path.iterdir())


def test_what_the_target_cannot_hold_has_status_1(tmp_path: Path) -> None:
    done = quire(FOLDER / "simple.fifu", tmp_path / "x.vec")
    assert done.exit_code == 1
    assert "found 'New York City'" in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([FOLDER / "w2v.bin", "x.bin"], "word2vec, fasttext"),
        ([FOLDER / "w2v.bin", "x.xyz"], "belongs to no format"),
        ([FOLDER / "w2v.bin", "x.xyz", "--to", "glov"], "Invalid value for '--to'"),
        ([FOLDER / "w2v.bin"], "Missing argument 'TARGET'"),
        ([FOLDER / "none.bin", "x.fifu"], "does not exist"),
        ([Path(__file__), "x.fifu"], "not in a known format; name its format with --from"),
    ],
)
def test_wrong_usage_has_status_2(
    arguments: list[str | Path], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = quire(*arguments)
    assert done.exit_code == 2
    assert said in done.stderr
    assert not list(tmp_path.iterdir())
