"""Training a product quantiser, and quantising embeddings with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from quire.finalfusion.embeddings import Embeddings, installed
from quire.finalfusion.matrix import Matrix, NdArray, to_unit
from quire.finalfusion.quantized import QuantizedArray
from quire.kernels.codecs.pq.codec import Pq
from quire.kernels.contract import Operation
from quire.kernels.engine.dispatch import select

TRAINING_ROWS = 65_536
"""Rows that a quantiser is trained on, at most: 256 for each centroid, more does not help."""

ROTATIONS = 10
"""Times that a rotation is improved (OPQ); each trains a quantiser."""


@dataclass(frozen=True, slots=True)
class Quantizer:
    """How to quantise.

    Attributes:
        subquantizers: Codes of a row, a divisor of the dimensions; None for half of these, or the
            greatest divisor below.
        bits: Of a code, 1 to 8; there are 2**bits centroids.
        iterations: Of k-means.
        optimized: Whether to train a rotation (OPQ), which is stored as the projection.
        normalize: Whether rows are quantised as unit vectors, with their norms beside them.
        seed: Of the training.
    """

    subquantizers: int | None = None
    bits: int = 8
    iterations: int = 25
    optimized: bool = False
    normalize: bool = True
    seed: int = 1


def quantize(embeddings: Embeddings, quantizer: Quantizer | None = None) -> Embeddings:
    """The same embeddings with product-quantised rows.

    Raises:
        ValueError: they are quantised already, a number does not fit, or there are fewer rows
            than centroids.
        quire.BackendUnavailable: faiss is not installed.
    """
    quantizer = quantizer or Quantizer()
    if not isinstance(embeddings.storage, NdArray):
        message = "these embeddings are quantised already"
        raise ValueError(message)  # noqa: TRY004  # the caller's embeddings, not their type
    rows = np.array(embeddings.storage, np.float32)
    parts = _parts(quantizer, *rows.shape)
    norms = np.asarray(to_unit(rows)) if quantizer.normalize else None
    codebooks, projection = _train(rows, parts, quantizer)
    codes = np.empty((len(rows), parts), np.uint8)
    encode = select(Pq, Operation.ENCODE, nbytes=rows.nbytes)
    encode(rows, codes.reshape(-1), Pq(rows.shape, codebooks, projection))
    storage = QuantizedArray(codes, codebooks, projection, norms)
    return Embeddings(storage, embeddings.vocab, embeddings.norms, embeddings.metadata)


def _parts(quantizer: Quantizer, count: int, columns: int) -> int:
    if not 1 <= quantizer.bits <= 8:
        raise ValueError(f"bits: expected 1 to 8, found {quantizer.bits}")
    if count < 1 << quantizer.bits:
        expected = f"{1 << quantizer.bits} rows at least, one for each centroid"
        raise ValueError(f"bits: expected {expected}, found {count}: use fewer bits")
    if quantizer.subquantizers is None:
        return next((n for n in range(columns // 2, 0, -1) if columns % n == 0), 1)
    if quantizer.subquantizers < 1 or columns % quantizer.subquantizers:
        raise ValueError(
            f"subquantizers: expected a divisor of {columns}, found {quantizer.subquantizers}"
        )
    return quantizer.subquantizers


def _train(rows: Matrix, parts: int, quantizer: Quantizer) -> tuple[Matrix, Matrix | None]:
    faiss = installed("faiss", "training a quantiser takes faiss", "quantize")
    chosen = np.random.default_rng(quantizer.seed).permutation(len(rows))[:TRAINING_ROWS]
    rows = rows[np.sort(chosen)]
    columns = rows.shape[1]
    trained = _product_quantizer(faiss, columns, parts, quantizer)
    projection = None
    if quantizer.optimized:
        rotation: Any = faiss.OPQMatrix(columns, parts)
        rotation.niter = ROTATIONS
        inner = _product_quantizer(faiss, columns, parts, quantizer)
        rotation.pq = inner
        rotation.train(rows)
        turned = faiss.vector_to_array(rotation.A).reshape(columns, columns)
        rows = np.ascontiguousarray(rows @ turned.T)
        projection = np.ascontiguousarray(turned.T)  # what is reconstructed is turned back
    trained.train(rows)
    shape = parts, 1 << quantizer.bits, columns // parts
    return faiss.vector_to_array(trained.centroids).reshape(shape), projection


def _product_quantizer(faiss: Any, columns: int, parts: int, quantizer: Quantizer) -> Any:
    made = faiss.ProductQuantizer(columns, parts, quantizer.bits)
    made.cp.niter, made.cp.seed = quantizer.iterations, quantizer.seed
    made.cp.min_points_per_centroid = 1  # few rows are no reason to complain
    return made
