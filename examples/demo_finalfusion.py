"""The demo of finalfusion: embeddings are made, looked up, quantised, converted, and damaged."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from textwrap import indent
from typing import cast

import numpy as np
from show import Vectors, headline, numbers, refused, step

from quire.finalfusion import (
    Embeddings,
    FinalfusionBucketVocab,
    FinalfusionHashIndexer,
    Metadata,
    NdArray,
    Norms,
    convert,
    load,
    load_text_dims,
    load_word2vec,
    ngrams,
)
from quire.generated.finalfusion import Finalfusion
from quire.runtime.showing.dump import dump, outline

CAPITALS = {
    "Austria": "Vienna",
    "France": "Paris",
    "Germany": "Berlin",
    "Italy": "Rome",
    "Norway": "Oslo",
    "Poland": "Warsaw",
    "Spain": "Madrid",
    "Sweden": "Stockholm",
}
DIMS = 32
BUCKET_EXPONENT = 12
MIN_N, MAX_N = 3, 6
PARTS, CENTROIDS = 16, 64


def demo_finalfusion(folder: Path) -> None:
    """finalfusion: word embeddings, with rows for the n-grams of words."""
    headline("finalfusion: word embeddings")
    path = folder / "capitals.fifu"
    make_embeddings(path)
    look_inside(path)
    embeddings = load_twice(path)
    look_up(embeddings)
    find_neighbours(embeddings)
    list_ngrams(embeddings, folder / "explicit.fifu")
    quantise(path, folder / "quantised.fifu")
    convert_and_back(path, folder)
    refuse_damage(path)


def make_embeddings(path: Path) -> None:
    """Write vectors of words, and rows of n-grams from which other words get theirs."""
    words = [word for pair in CAPITALS.items() for word in pair]
    step(f"{len(words)} words of {DIMS} dimensions, 2**{BUCKET_EXPONENT} buckets for n-grams")
    vectors = made_up_vectors()
    norms = np.linalg.norm(vectors, axis=1)
    vectors /= norms[:, None]
    vocab = FinalfusionBucketVocab(words, FinalfusionHashIndexer(BUCKET_EXPONENT, MIN_N, MAX_N))
    rows = np.zeros((vocab.upper_bound, DIMS), np.float32)
    rows[: len(words)] = vectors
    rng = np.random.default_rng(7)
    for word, vector in zip(words, vectors, strict=True):
        buckets = vocab.subword_indices(word)
        noise = 0.1 * rng.standard_normal((len(buckets), DIMS))
        np.add.at(rows, buckets, vector + noise)  # n-grams stand for their words
    metadata = Metadata.parse('about = "countries and their capitals, made up"\n')
    Embeddings(NdArray(rows), vocab, Norms(norms), metadata).write(path)
    print(f"  {path.name}: {len(rows):,} rows, {path.stat().st_size:,} bytes")


def made_up_vectors() -> Vectors:
    """Vectors of countries and capitals by turns: a capital is its country and one difference."""
    rng = np.random.default_rng(2024)
    countries = rng.standard_normal((len(CAPITALS), 1, DIMS))
    difference = np.stack([np.zeros(DIMS), 0.8 * rng.standard_normal(DIMS)])
    noise = 0.2 * rng.standard_normal((len(CAPITALS), 2, DIMS))
    return (countries + difference + noise).reshape(-1, DIMS).astype(np.float32)


def look_inside(path: Path) -> None:
    """Print the tree of a file."""
    step(f"what is inside (quire dump {path.name})")
    with Finalfusion.from_file(path) as file:
        print(indent(outline(dump(file)), "  "))


def load_twice(path: Path) -> Embeddings:
    """Load a file into memory, and once more as a map."""
    step("loaded into memory, and mapped: rows are read when somebody looks at them")
    embeddings, mapped = load(path), load(path, mmap=True)
    same = np.array_equal(np.asarray(embeddings.storage), np.asarray(mapped.storage))
    print(f"  {embeddings.n_words} words, {embeddings.dims} dimensions, {embeddings.metadata}")
    print(f"  both have the same rows: {same}")
    return mapped


def look_up(embeddings: Embeddings) -> None:
    """Look up a known word and others."""
    step("a known word has a row, another one the direction of the sum of those of its n-grams")
    for word in ("Berlin", "Berliner"):
        known = "known" if word in embeddings else "not known"
        print(f"  {word:9} {known:9} {numbers(embeddings[word][:6])} ...")
    found, rows = ngrams("Berliner", MIN_N, MAX_N), embeddings.vocab.subword_rows(["Berliner"])[0]
    pairs = zip(found[:4], rows[:4].tolist(), strict=True)
    listed = ", ".join(f"{ngram} {row}" for ngram, row in pairs)
    print(f"  its {len(found)} n-grams and their rows: {listed}, ...")
    print(f"  no n-grams, no vector: embedding('') is {embeddings.embedding('')}")


def find_neighbours(embeddings: Embeddings) -> None:
    """Print what is near to words, and analogies."""
    step("the nearest words, and analogies")
    for word in ("Sweden", "Berliner"):
        results = embeddings.word_similarity(word, k=3) or ()
        print(f"  {word}: {', '.join(f'{each.word} {each.similarity:.3f}' for each in results)}")
    for country in ("France", "Norway", "Poland"):
        result = (embeddings.analogy("Germany", "Berlin", country) or [])[0]
        print(f"  Germany is to Berlin as {country} to {result.word} {result.similarity:.3f}")


def list_ngrams(embeddings: Embeddings, path: Path) -> None:
    """Replace the buckets by a list of the n-grams that the words have."""
    step("explicit n-grams: rows for those of the known words alone")
    embeddings.bucket_to_explicit().write(path)
    explicit = load(path)
    before, after = (each.storage.shape[0] for each in (embeddings, explicit))
    same = np.array_equal(explicit["Berlin"], embeddings["Berlin"])
    cosine = float(explicit["Berliner"] @ embeddings["Berliner"])
    print(f"  {path.name}: {after} rows for {before:,}, {path.stat().st_size:,} bytes")
    print(f"  Berlin is the same: {same}; cosine of Berliner with what it was: {cosine:.3f}")


def quantise(path: Path, target: Path) -> None:
    """Replace the matrix of a file by a quantised one, through the generated class."""
    step(f"product-quantised: {PARTS} codes a row, through the generated class")
    with Finalfusion.from_file(path) as file:
        _, vocabulary, matrix, _ = (chunk.data for chunk in file.chunks)
        matrix = cast("Finalfusion.Matrix", matrix)
        quantised = Finalfusion.QuantizedMatrix.build(
            use_projection=0,
            use_norms=0,
            num_subquantizers=PARTS,
            num_centroids=CENTROIDS,
            num_columns=matrix.num_columns,
            num_rows=matrix.num_rows,
            subquantizers=centroids(np.asarray(matrix.rows)),
            rows=np.asarray(matrix.rows),  # encoded when the file is written
        )
        Finalfusion.build(chunks=[{"data": vocabulary}, {"data": quantised}]).to_file(target)
    with Finalfusion.from_file(target) as file:
        print(f"  {target.name}: {target.stat().st_size:,} bytes for {path.stat().st_size:,}")
        for chunk in file.chunks:
            if isinstance(chunk.data, Finalfusion.QuantizedMatrix):
                print(f"  chunk.data.rows  {chunk.data.rows}")
    before, after = load(path), load(target, mmap=True)
    for word in ("Berlin", "Berliner", "Stockholm"):
        cosine = before[word] @ after[word] / np.linalg.norm(after[word])
        nearest = [(each.word_similarity(word, k=1) or [])[0].word for each in (before, after)]
        print(
            f"  {word:9} cosine with what it was {cosine:.3f}; "
            f"nearest {nearest[1]}, before {nearest[0]}"
        )


def centroids(rows: Vectors) -> Vectors:
    """Centroids of each part: what rows that are drawn have there, and zeros.

    `quire.finalfusion.quantize` trains them instead, with faiss.
    """
    used = rows[rows.any(axis=1)]
    drawn = np.random.default_rng(8).permuted(used.reshape(len(used), PARTS, -1), axis=0)
    found = np.ascontiguousarray(drawn[:CENTROIDS].transpose(1, 0, 2))
    found[:, 0] = 0
    return found


def convert_and_back(path: Path, folder: Path) -> None:
    """Convert to word2vec's format and to text, and read these."""
    step("converted to word2vec's format and to text: the known words, times their norms")
    embeddings = load(path)
    for name, read in (("capitals.w2v", load_word2vec), ("capitals.vec", load_text_dims)):
        convert(path, folder / name)
        again = read(folder / name)
        error = abs(np.asarray(again.storage) - np.asarray(embeddings.storage[: len(again.vocab)]))
        kept = "kept" if list(again.vocab) == list(embeddings.vocab) else "LOST"
        exact = "kept to 6 digits" if error.max() < 1e-6 else "CHANGED"
        size = (folder / name).stat().st_size
        print(f"  {name}: {size:,} bytes; read again: words {kept}, vectors {exact}")
    convert(folder / "capitals.vec", folder / "again.fifu")
    print(f"  again.fifu: {load(folder / 'again.fifu').vocab}, without n-grams")


def refuse_damage(path: Path) -> None:
    """Damage a file in several ways, and print what a reader says."""
    step("damaged copies are refused: where, what was expected, and what was found")
    whole = path.read_bytes()
    with Finalfusion.from_file(path) as file:
        matrix = file.chunks[2].ofs_chunk
    copies = {
        "cut in half": whole[: len(whole) // 2],
        "a row more than there is": patched(whole, matrix + 12, 1),
        "another type": patched(whole, matrix + 24, 1),
        "a word twice": whole.replace(b"Madrid", b"Berlin"),
        "a word that is not UTF-8": whole.replace(b"Rome", b"Rom\xe9"),
    }
    for damage, content in copies.items():
        path.write_bytes(content)
        refused(damage, partial(load, path))


def patched(content: bytes, at: int, more: int) -> bytes:
    """Content with one byte greater than it was."""
    return content[:at] + bytes([content[at] + more]) + content[at + 1 :]
