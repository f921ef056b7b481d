"""finalfusion: word embeddings, with the names that users of the Python package know.

The layout is `specs/finalfusion.ksy`; this package has no layout of its own.
"""

from __future__ import annotations

from quire.finalfusion.container import (
    load_explicit_vocab,
    load_fasttext_vocab,
    load_finalfusion_bucket_vocab,
    load_metadata,
    load_ndarray,
    load_norms,
    load_quantized_array,
    load_simple_vocab,
    load_storage,
    load_vocab,
)
from quire.finalfusion.conversion import convert
from quire.finalfusion.embeddings import Embeddings, load, save_finalfusion
from quire.finalfusion.fasttext import load_fasttext, write_fasttext
from quire.finalfusion.file import open_finalfusion
from quire.finalfusion.floret import load_floret, write_floret
from quire.finalfusion.matrix import NdArray, Norms, Storage, save_matrix
from quire.finalfusion.metadata import Metadata
from quire.finalfusion.quantized import QuantizedArray
from quire.finalfusion.similarity import SimilarityResult
from quire.finalfusion.subword import (
    ExplicitIndexer,
    FastTextIndexer,
    FinalfusionHashIndexer,
    FloretIndexer,
    ngrams,
)
from quire.finalfusion.text import load_text, load_text_dims, write_text, write_text_dims
from quire.finalfusion.vocab import (
    ExplicitVocab,
    FastTextVocab,
    FinalfusionBucketVocab,
    FloretVocab,
    SimpleVocab,
    Vocab,
)
from quire.finalfusion.word2vec import load_word2vec, write_word2vec

load_finalfusion = load
"""The name that finalfusion has for `load`."""

__all__ = [
    "Embeddings",
    "ExplicitIndexer",
    "ExplicitVocab",
    "FastTextIndexer",
    "FastTextVocab",
    "FinalfusionBucketVocab",
    "FinalfusionHashIndexer",
    "FloretIndexer",
    "FloretVocab",
    "Metadata",
    "NdArray",
    "Norms",
    "QuantizedArray",
    "SimilarityResult",
    "SimpleVocab",
    "Storage",
    "Vocab",
    "convert",
    "load",
    "load_explicit_vocab",
    "load_fasttext",
    "load_fasttext_vocab",
    "load_finalfusion",
    "load_finalfusion_bucket_vocab",
    "load_floret",
    "load_metadata",
    "load_ndarray",
    "load_norms",
    "load_quantized_array",
    "load_simple_vocab",
    "load_storage",
    "load_text",
    "load_text_dims",
    "load_vocab",
    "load_word2vec",
    "ngrams",
    "open_finalfusion",
    "save_finalfusion",
    "save_matrix",
    "write_fasttext",
    "write_floret",
    "write_text",
    "write_text_dims",
    "write_word2vec",
]
