"""Embeddings of other programs, by the names that users of the Python package know."""

from __future__ import annotations

from quire.finalfusion.fasttext import load_fasttext, write_fasttext
from quire.finalfusion.text import load_text, load_text_dims, write_text, write_text_dims
from quire.finalfusion.word2vec import load_word2vec, write_word2vec

__all__ = [
    "load_fasttext",
    "load_text",
    "load_text_dims",
    "load_word2vec",
    "write_fasttext",
    "write_text",
    "write_text_dims",
    "write_word2vec",
]
