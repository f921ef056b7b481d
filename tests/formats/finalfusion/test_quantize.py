"""Training a quantiser: what comes out is near to what went in."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from click.testing import CliRunner

from quire import BackendUnavailable
from quire.cli.main import main
from quire.finalfusion import (
    Embeddings,
    Metadata,
    NdArray,
    Norms,
    QuantizedArray,
    SimpleVocab,
    load,
)
from quire.finalfusion.quantize import Quantizer, quantize

pytest.importorskip("faiss", reason="faiss is an extra")

ROWS, COLUMNS = 600, 12
WORDS = [f"w{i}" for i in range(ROWS)]


@pytest.fixture(scope="module")
def rows() -> npt.NDArray[np.float32]:
    """Rows in a plane, which is not one of the axes."""
    rng = np.random.default_rng(9)
    plane = rng.standard_normal((2, COLUMNS))
    found: npt.NDArray[np.float32] = (rng.standard_normal((ROWS, 2)) @ plane).astype(np.float32)
    return found


def plain(rows: npt.NDArray[np.float32]) -> Embeddings:
    """These rows as embeddings."""
    norms = Norms(np.ones(len(rows), np.float32))
    return Embeddings(NdArray(rows), SimpleVocab(WORDS[: len(rows)]), norms, Metadata({"a": 1}))


def error(found: Embeddings, rows: npt.NDArray[np.float32]) -> float:
    """How far rows are from what they were, of their length."""
    return float(np.linalg.norm(np.asarray(found.storage) - rows) / np.linalg.norm(rows))


@pytest.mark.parametrize("normalize", [True, False])
@pytest.mark.parametrize("optimized", [True, False])
def test_rows_are_nearly_what_they_were(
    rows: npt.NDArray[np.float32], tmp_path: Path, *, normalize: bool, optimized: bool
) -> None:
    before = plain(rows.copy())
    found = quantize(before, Quantizer(4, optimized=optimized, normalize=normalize))
    np.testing.assert_array_equal(np.asarray(before.storage), rows)  # it was left alone
    storage = found.storage
    assert isinstance(storage, QuantizedArray)
    assert storage.codes.shape == (ROWS, 4)
    assert storage.parameters.codebooks.shape == (4, 256, 3)
    assert (storage.parameters.projection is not None) == optimized
    assert (storage.parameters.norms is not None) == normalize
    assert error(found, rows) < 0.1
    assert (found.vocab, found.metadata) == (before.vocab, before.metadata)
    found.write(tmp_path / "quantized.fifu")
    again = load(tmp_path / "quantized.fifu")
    np.testing.assert_array_equal(np.asarray(again.storage), np.asarray(storage))


def test_more_codes_and_more_bits_are_nearer(rows: npt.NDArray[np.float32]) -> None:
    errors = [
        error(quantize(plain(rows), Quantizer(parts, bits=bits)), rows)
        for parts, bits in ((2, 3), (6, 3), (6, 8))
    ]
    assert errors == sorted(errors, reverse=True)
    assert errors[0] > 2 * errors[-1]


def test_the_same_seed_gives_the_same_codes(rows: npt.NDArray[np.float32]) -> None:
    first, second = (quantize(plain(rows), Quantizer(3, bits=4)).storage for _ in range(2))
    assert isinstance(first, QuantizedArray)
    assert isinstance(second, QuantizedArray)
    np.testing.assert_array_equal(first.codes, second.codes)


def test_codes_are_half_of_the_dimensions_unless_told_otherwise(
    rows: npt.NDArray[np.float32],
) -> None:
    storage = quantize(plain(rows), Quantizer(bits=2)).storage
    assert isinstance(storage, QuantizedArray)
    assert storage.codes.shape == (ROWS, COLUMNS // 2)


@pytest.mark.parametrize(
    ("quantizer", "message"),
    [
        (Quantizer(5), "subquantizers: expected a divisor of 12"),
        (Quantizer(0), "subquantizers"),
        (Quantizer(4, bits=0), "bits: expected 1 to 8"),
        (Quantizer(4, bits=9), "bits: expected 1 to 8"),
    ],
)
def test_numbers_that_do_not_fit_are_refused(
    quantizer: Quantizer, message: str, rows: npt.NDArray[np.float32]
) -> None:
    with pytest.raises(ValueError, match=message):
        quantize(plain(rows), quantizer)


def test_a_rotation_takes_no_more_rows_than_centroids(rows: npt.NDArray[np.float32]) -> None:
    found = quantize(plain(rows[:20].copy()), Quantizer(4, bits=3, optimized=True))
    assert error(found, rows[:20]) < 0.5


def test_too_few_rows_and_quantised_ones_are_refused(rows: npt.NDArray[np.float32]) -> None:
    with pytest.raises(ValueError, match="256 rows at least, one for each centroid, found 10"):
        quantize(plain(rows[:10]), Quantizer(4))
    with pytest.raises(ValueError, match="quantised already"):
        quantize(quantize(plain(rows), Quantizer(4, bits=2)))


def test_the_command_quantises(rows: npt.NDArray[np.float32], tmp_path: Path) -> None:
    plain(rows).write(tmp_path / "plain.fifu")
    paths = [str(tmp_path / "plain.fifu"), str(tmp_path / "small.fifu")]
    done = CliRunner().invoke(main, ["convert", *paths, "--quantize", "6", "--bits", "4"])
    assert done.exit_code == 0, done.output
    storage = load(tmp_path / "small.fifu").storage
    assert isinstance(storage, QuantizedArray)
    assert storage.parameters.codebooks.shape == (6, 16, 2)
    done = CliRunner().invoke(main, ["convert", *paths, "--quantize", "5"])
    assert done.exit_code == 1
    assert "divisor of 12" in done.output
    other = [paths[0], str(tmp_path / "plain.w2v")]
    done = CliRunner().invoke(main, ["convert", *other, "--quantize", "6"])
    assert done.exit_code == 2
    assert "word2vec has no quantised rows" in done.output


def test_without_faiss_it_is_said_what_to_install(
    rows: npt.NDArray[np.float32], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "faiss", None)
    with pytest.raises(BackendUnavailable, match=r"pip install 'quire\[quantize\]'"):
        quantize(plain(rows))
