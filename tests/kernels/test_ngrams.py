"""N-grams: what real programs compute, and the same by plain Python and compiled."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire.kernels.services import ngrams as face
from quire.kernels.services.ngrams import (
    Buckets,
    FastTextBuckets,
    FinalfusionBuckets,
    FloretBuckets,
    choice,
    lookup_in,
    lookup_of,
    ngram_count,
    ngrams,
    reference,
    sum_rows,
)
from quire.kernels.services.strings import StringIndex

DATA = Path(__file__).parent / "data"
HASHES = json.loads((DATA / "subword_hashes.json").read_text(encoding="utf-8"))["table"]
SUBWORDS = json.loads((DATA / "subwords.json").read_text(encoding="utf-8"))

Integers = npt.NDArray[np.int64]

ENDLESS = 2**32 - 1


def _compiled() -> ModuleType:
    pytest.importorskip("numba", reason="pip install numba")
    return importlib.import_module("quire.kernels.services.ngrams.numba")


@pytest.fixture(params=["reference", "numba"])
def module(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """An implementation, and the one that is chosen."""
    module = reference if request.param == "reference" else _compiled()
    for place in (face, sys.modules["quire.kernels.services.ngrams.buckets"]):
        monkeypatch.setattr(place, "implementation", lambda _counts: module)
    return module


def _index(known: list[str]) -> StringIndex:
    texts = [ngram.encode() for ngram in known]
    lengths = np.array([len(text) for text in texts], np.int64)
    blob = np.frombuffer(b"".join(texts), np.uint8)
    return StringIndex(blob, np.cumsum(lengths) - lengths, lengths)


def _split(found: tuple[Integers, Integers]) -> list[list[int]]:
    flat, starts = found
    assert [str(array.dtype) for array in found] == ["int64", "int64"]
    assert (starts[0], starts[-1]) == (0, flat.size)
    return [part.tolist() for part in np.split(flat, starts[1:-1])] if starts.size > 1 else []


# What real programs compute


@pytest.mark.parametrize("row", HASHES, ids=[row["word"] for row in HASHES])
def test_ngrams_are_those_of_finalfusion(row: dict[str, Any]) -> None:
    assert ngrams(row["word"], 3, 6) == row["ngrams_3_6"]
    assert ngrams(row["word"], 1, 2, bracket=False) == row["ngrams_1_2_nobracket"]


@pytest.mark.parametrize(
    ("name", "scheme"),
    [
        ("fnv1a_bucket_exp_10", FinalfusionBuckets(3, 6, 10)),
        ("fnv1a_bucket_exp_21", FinalfusionBuckets(3, 6, 21)),
        ("fnv1a_bucket_exp_33", FinalfusionBuckets(2, 3, 33)),
        ("fasttext_2000000", FastTextBuckets(3, 6, 2_000_000)),
        ("fasttext_97_min1_max3", FastTextBuckets(1, 3, 97)),
    ],
)
@pytest.mark.usefixtures("module")
def test_buckets_are_those_of_finalfusion(name: str, scheme: Buckets) -> None:
    words = [row["word"] for row in HASHES]
    expected = [row[name] for row in HASHES]
    assert [scheme.indices(word).tolist() for word in words] == expected
    assert _split(scheme.indices_of(words)) == expected
    assert [scheme.count(len(word)) for word in words] == [len(row) for row in expected]


@pytest.mark.usefixtures("module")
def test_strict_buckets_are_those_of_fasttext() -> None:
    case = SUBWORDS["fasttext"]
    known = case["known"]
    scheme = FastTextBuckets(case["min_n"], case["max_n"], case["buckets"], strict=True)
    for word, (_, rows) in zip(case["words"], case["subwords"], strict=True):
        expected = rows[1:] if word in known else rows  # the first is that of the word
        assert sorted(scheme.indices(word) + len(known)) == sorted(expected)
        assert len(expected) == (0 if word == "</s>" else scheme.count(len(word)))


@pytest.mark.parametrize("case", SUBWORDS["floret"], ids=["2 hashes", "4 hashes"])
@pytest.mark.usefixtures("module")
def test_vectors_are_those_of_floret(case: dict[str, Any]) -> None:
    fields = ("min_n", "max_n", "buckets", "hashes", "seed", "begin", "end")
    scheme = FloretBuckets(*(case[name] for name in fields))
    matrix = np.array(case["matrix"], np.float32)
    flat, starts = scheme.indices_of(case["words"])
    assert np.diff(starts).tolist() == [len(s) * scheme.hashes for s in case["subwords"]]
    sums = np.empty((len(case["words"]), matrix.shape[1]), np.float32)
    sum_rows(matrix, flat, starts, sums)
    means = sums / np.diff(starts)[:, None]
    np.testing.assert_allclose(means, case["means"], atol=1e-3)


@pytest.mark.parametrize("case", SUBWORDS["explicit"], ids=["shared", "plain"])
@pytest.mark.usefixtures("module")
def test_known_ngrams_are_those_of_finalfusion(case: dict[str, Any]) -> None:
    index = _index([ngram for ngram, _ in case["ngrams"]])
    rows = np.array([number for _, number in case["ngrams"]]) + case["n_words"]
    words = [word for word, _ in case["words"]]
    found = _split(lookup_of(words, case["min_n"], case["max_n"], index))
    expected = [subwords or [] for _, subwords in case["words"]]
    assert [rows[numbers].tolist() for numbers in found] == expected


@pytest.mark.parametrize(
    ("text", "seed", "digest"),
    [  # of the author's own program
        (b"", 0, "00000000000000000000000000000000"),
        (b"", 1, "4610abe56eff5cb551622daa78f83583"),
        (b"The quick brown fox jumps over the lazy dog", 0, "e34bbc7bbc071b6c7a433ca9c49a9347"),
    ],
)
def test_murmur_has_its_published_values(text: bytes, seed: int, digest: str) -> None:
    # Printed as two integers, the first half first.
    found = reference.murmur3(text, seed)
    assert f"{found & reference.BITS_64:016x}{found >> 64:016x}" == digest


# Both implementations

WORDS = st.lists(
    st.one_of(
        st.text("ab<>", max_size=8),
        st.text("eé東😀\u0301", max_size=12),
        st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
        st.just("</s>"),
        st.text(max_size=3, alphabet="x").map(lambda x: x * 40),
    ),
    max_size=12,
)
RANGES = st.tuples(st.integers(1, 9), st.sampled_from([0, 1, 3, 30, ENDLESS - 9])).map(
    lambda pair: (pair[0], pair[0] + pair[1])
)
SCHEMES = RANGES.flatmap(
    lambda lengths: st.one_of(
        st.builds(FinalfusionBuckets, *map(st.just, lengths), st.integers(1, 63)),
        st.builds(
            FastTextBuckets, *map(st.just, lengths), st.integers(1, 2**32 - 1), st.booleans()
        ),
        st.builds(
            FloretBuckets,
            *map(st.just, lengths),
            st.integers(1, 2**64 - 1),
            st.integers(1, 4),
            st.integers(0, 2**32 - 1),
            st.sampled_from(["<", "", "<<é"]),
            st.sampled_from([">", ""]),
        ),
    )
)


@settings(deadline=None)  # the first example compiles
@given(WORDS, SCHEMES)
def test_compiled_buckets_are_those_of_the_reference(words: list[str], scheme: Buckets) -> None:
    expected = _split(scheme._compute(reference, words))
    assert _split(scheme._compute(_compiled(), words)) == expected
    for word, indices in zip(words, expected, strict=True):
        assert scheme.indices(word).tolist() == indices
        silent = word == "</s>" and isinstance(scheme, FastTextBuckets) and scheme.strict
        assert len(indices) == (0 if silent else scheme.count(len(word)))


@settings(deadline=None)
@given(WORDS, SCHEMES, st.integers(0, 2**40))
def test_one_word_has_the_indices_that_its_ngrams_have_alone(
    words: list[str], scheme: Buckets, offset: int
) -> None:
    """Compiled or not, with markers or without; those without never have a rule for markers."""
    plain = replace(scheme, strict=False) if isinstance(scheme, FastTextBuckets) else scheme
    for word in words[:3]:
        expected = [
            index + offset
            for ngram in ngrams(word, scheme.min_n, scheme.max_n, bracket=False)
            for index in _alone(plain, ngram)
        ]
        if isinstance(scheme, FloretBuckets):  # the whole word comes first
            expected = [index + offset for index in _alone(plain, word)] + expected
        for module in (reference, _compiled()):
            bare = scheme._compute_one(module, word, offset, bracket=False)
            assert bare.tolist() == expected
            marked = scheme._compute_one(module, word, offset, bracket=True)
            assert (marked - offset).tolist() == _split(scheme._compute(module, [word]))[0]


def _alone(scheme: Buckets, ngram: str) -> list[int]:
    """The indices of one n-gram, by arithmetic on whole numbers."""
    if isinstance(scheme, FinalfusionBuckets):
        return [reference.finalfusion_bucket(ngram, scheme.exponent)]
    if isinstance(scheme, FastTextBuckets):
        return [reference.fasttext_bucket(ngram, scheme.buckets)]
    assert isinstance(scheme, FloretBuckets)
    digest = reference.murmur3(ngram.encode(), scheme.seed)
    return [(digest >> 32 * i & 2**32 - 1) % scheme.buckets for i in range(scheme.hashes)]


@settings(deadline=None)
@given(words=WORDS, lengths=RANGES, bracket=st.booleans())
@pytest.mark.parametrize("name", ["reference", "numba"])
def test_one_word_has_the_known_ngrams_and_the_unknown(
    *, name: str, words: list[str], lengths: tuple[int, int], bracket: bool
) -> None:
    module = reference if name == "reference" else _compiled()
    every = sorted({ngram for word in words for ngram in ngrams(word, *lengths)})
    known = {ngram: number for number, ngram in enumerate(every[::2])}
    index = _index(list(known))
    for word in words[:3]:
        text = f"<{word}>" if bracket else word
        expected = [known.get(ngram, -1) for ngram in ngrams(text, *lengths, bracket=False)]
        assert module.lookup_text(text, *lengths, index).tolist() == expected
        assert lookup_in(word, *lengths, index, bracket=bracket).tolist() == expected


@settings(deadline=None)
@given(WORDS, RANGES, st.randoms(use_true_random=False))
def test_compiled_lookups_are_those_of_the_reference(
    words: list[str], lengths: tuple[int, int], random: Any
) -> None:
    every = sorted({ngram for word in words for ngram in ngrams(word, *lengths)})
    index = _index(random.sample(every, len(every) // 2))
    expected = _split(reference.lookup(words, *lengths, index))
    assert _split(_compiled().lookup(words, *lengths, index)) == expected


@given(st.text("ab", max_size=12), st.integers(1, 15), st.integers(0, 15))
def test_ngrams_are_counted_before_they_are_made(word: str, min_n: int, more: int) -> None:
    found = ngrams(word, min_n, min_n + more, bracket=False)
    assert len(found) == ngram_count(len(word), min_n, min_n + more)
    starts = {(word.find(ngram), len(ngram)) for ngram in found}
    assert all(start >= 0 and min_n <= n <= min_n + more for start, n in starts)


def test_markers_may_be_chosen() -> None:
    assert ngrams("a", 2, 9, "<<", "") == ["<<a", "<<", "<a"]
    assert ngrams("ab", 1, 1, bracket=False) == ["a", "b"]


@pytest.mark.usefixtures("module")
def test_lookups_go_on_over_many_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_compiled(), "LOOKUP_WORDS", 3)
    found = lookup_of(["ab", "", "b", "xyz"] * 5, 1, 2, _index(["b", "<b", "b>", "ab"]))
    assert _split(found) == [[3, 2, 0], [], [1, 2, 0], []] * 5


@pytest.mark.parametrize(
    "scheme",
    [
        FinalfusionBuckets(3, 6, 10),
        FastTextBuckets(3, 6, 10),
        FloretBuckets(3, 6, 10, 2, 1, "<", ">"),
    ],
)
@pytest.mark.usefixtures("module")
def test_no_words_have_no_indices(scheme: Buckets) -> None:
    assert _split(scheme.indices_of([])) == []
    assert _split(lookup_of([], 3, 6, _index([]))) == []


@pytest.mark.usefixtures("module")
def test_a_marker_within_a_strict_word_is_a_character() -> None:
    every, strict = FastTextBuckets(1, 1, 1000), FastTextBuckets(1, 1, 1000, strict=True)
    assert strict.indices("<a>").tolist() == every.indices("<a>").tolist()[1:-1]
    assert strict.indices("").tolist() == []
    assert _split(strict.indices_of(["</s>", "a", "</s>", "</s>"]))[::2] == [[], []]


@pytest.mark.usefixtures("module")
def test_surrogates_have_no_utf8() -> None:
    index = _index(["a"])
    for scheme in (FinalfusionBuckets(1, 2, 9), FastTextBuckets(1, 2, 9)):
        with pytest.raises(UnicodeEncodeError):
            scheme.indices("a\ud800")
    with pytest.raises(UnicodeEncodeError):
        lookup_of(["\udfff"], 1, 2, index)


def test_words_beyond_memory_are_refused() -> None:
    """Before anything is allocated, and without an overflow of the sizes."""
    most = _compiled()._most
    assert most(np.array([50, 1, 0]), 50, ENDLESS) == 1
    assert most(np.array([2**20]), 1, ENDLESS) == ngram_count(2**20, 1, ENDLESS)
    for lengths in ([2**21], [2**31 - 1], [2**31], [2**62], [2**20] * 3):
        with pytest.raises(MemoryError, match="too many n-grams"):
            most(np.array(lengths), 1, ENDLESS)


# Sums of rows


@pytest.mark.parametrize("columns", [1, 5, 64, 301])
@pytest.mark.usefixtures("module")
def test_rows_are_added_one_after_another_in_float32(columns: int) -> None:
    rng = np.random.default_rng(columns)
    matrix = (rng.normal(size=(50, columns)) * 10.0 ** rng.integers(-9, 9, (50, 1))).astype("f4")
    counts = [*range(12), 0, 3]
    starts = np.concatenate([[0], np.cumsum(counts)])
    flat = rng.integers(0, 50, starts[-1])
    out = np.full((len(counts), columns), np.nan, np.float32)
    sum_rows(matrix, flat, starts, out)
    for i, found in enumerate(out):
        total = np.zeros(columns, np.float32)
        for row in flat[starts[i] : starts[i + 1]]:
            total = total + matrix[row]
        assert found.tobytes() == total.tobytes()


@pytest.mark.usefixtures("module")
def test_the_matrix_may_be_part_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "rows"
    path.write_bytes(b"abcd" + np.arange(12, dtype="<f4").tobytes())
    matrix = np.memmap(path, "<f4", "r", 4, (4, 3))
    out = np.empty((1, 3), np.float32)
    sum_rows(matrix, np.array([1, 3, 3]), np.array([0, 3]), out)
    assert out.tolist() == [[21, 24, 27]]


@pytest.mark.parametrize("bad", [-1, 4, 2**63 - 1, -(2**63)])
@pytest.mark.usefixtures("module")
def test_a_row_that_is_not_there_is_refused_before_any_is_read(bad: int) -> None:
    matrix, out = np.ones((4, 2), np.float32), np.full((2, 2), 7, np.float32)
    with pytest.raises(IndexError, match=f"row: expected 0 to 3, found {bad}"):
        sum_rows(matrix, np.array([0, 1, bad]), np.array([0, 1, 3]), out)
    with pytest.raises(IndexError, match=f"start: expected 0 to 3, found {bad}"):
        sum_rows(matrix, np.array([0, 1, 2]), np.array([0, bad, 3]), out)
    with pytest.raises(IndexError, match="row: expected 0 to -1, found 0"):
        sum_rows(matrix[:0], np.array([0]), np.array([0, 1, 1]), out)
    assert (out == 7).all()


@pytest.mark.usefixtures("module")
def test_nothing_may_be_added() -> None:
    out, none = np.full((2, 3), 7, np.float32), np.empty(0, np.int64)
    sum_rows(np.empty((0, 3), np.float32), none, np.zeros(3, np.int64), out)
    assert not out.any()
    sum_rows(np.empty((0, 3), np.float32), none, np.zeros(1, np.int64), out[:0])


# The choice


def test_little_work_does_not_load_numba_and_much_does() -> None:
    program = (
        "import sys, numpy as np\n"
        "from quire.kernels.services.ngrams import FastTextBuckets, choice, lookup_of, sum_rows\n"
        "from quire.kernels.services.strings import StringIndex\n"
        "scheme = FastTextBuckets(3, 6, 100)\n"
        "index = StringIndex(np.frombuffer(b'abc', np.uint8), np.array([0]), np.array([3]))\n"
        "flat, starts = scheme.indices_of(['abcdef'])\n"
        "assert lookup_of(['abcdef'], 3, 6, index)[0].tolist() == [0]\n"
        "sum_rows(np.ones((100, 3), 'f4'), flat, starts, np.empty((1, 3), 'f4'))\n"
        "assert 'numba' not in sys.modules\n"
        "choice._Account.left = 100\n"
        "for _ in range(10): again = scheme.indices('abcdef')\n"
        "assert 'numba' in sys.modules\n"
        "assert (again == flat).all()\n"
        "assert lookup_of(['abcdef'], 3, 6, index)[0].tolist() == [0]\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_what_is_loaded_is_used() -> None:
    compiled = _compiled()
    assert choice.implementation([]) is compiled
