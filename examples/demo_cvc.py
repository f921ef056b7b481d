"""The demo of CVC: vectors are packed, looked into, read back, and damaged."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from textwrap import indent
from typing import Any

import numpy as np
import numpy.typing as npt
from show import Vectors, headline, numbers, refused, step

import quire
from quire.cvc import (
    CvcReader,
    add_column,
    list_columns,
    load_cvc,
    load_cvc_columns,
    load_cvc_range,
    open_cvc,
    pack_cvc,
    pack_cvc_columns,
    pack_cvc_sections,
    rename_column,
)
from quire.generated.cvc import Cvc
from quire.runtime.showing.dump import dump, outline

SPECS = Path(__file__).resolve().parent.parent / "specs"


def demo_cvc(folder: Path) -> None:
    """CVC: collections of embeddings, quantised chunk by chunk."""
    headline("CVC: compressed embeddings")
    vectors = np.random.default_rng(2024).standard_normal((3_000, 96), dtype=np.float32)
    vectors[1_000:2_000] *= 10  # so that the chunks differ
    files = pack_three_ways(vectors, folder)
    look_inside(files["mixed"])
    read_rows(files["mixed"], vectors)
    for path in files.values():
        compare(path, vectors)
    use_the_class(files["mixed"])
    compile_the_spec(files["mixed"])
    refuse_damage(vectors, folder)
    find_sections(vectors, folder)
    name_columns(vectors, folder)


def pack_three_ways(vectors: Vectors, folder: Path) -> dict[str, Path]:
    """Write the vectors with two compressions, and with both in one file."""
    step(f"pack_cvc: {len(vectors):,} vectors of {vectors.shape[1]} float32 in chunks of 1,000")
    wanted = {"fp16": "fp16", "int8": "int8", "mixed": ["fp16", "int8", "int8"]}
    files = {}
    for name, compression in wanted.items():
        files[name] = folder / f"{name}.cvc"
        pack_cvc(vectors, files[name], compression, chunk_size=1_000)
        size = files[name].stat().st_size
        share = size / vectors.nbytes
        print(f"  {files[name].name:10} {size:>9,} bytes, {share:.0%} of the {vectors.nbytes:,}")
    return files


def look_inside(path: Path) -> None:
    """Print the tree of a file."""
    step(f"what is inside (quire dump {path.name})")
    with Cvc.from_file(path) as file:
        print(indent(outline(dump(file)), "  "))


def read_rows(path: Path, vectors: Vectors) -> None:
    """Read a range of rows that crosses two chunks, and nothing else."""
    step("a range of rows: only the chunks that it touches are read")
    rows = load_cvc(path, rows=slice(990, 1_010))
    print(f"  load_cvc({path.name!r}, rows=slice(990, 1010)): {rows.dtype} {rows.shape}")
    for i in (990, 1_000):
        print(
            f"  row {i:5}: packed {numbers(vectors[i, :4])} ... read {numbers(rows[i - 990, :4])}"
        )


def compare(path: Path, vectors: Vectors) -> None:
    """Compare what is read with what was packed, beside what each chunk promises."""
    step(f"read back: the largest error in {path.name}, and its bound")
    with open_cvc(path) as reader:
        for chunk, decoded in zip(reader.chunks, reader.iter_chunks(), strict=True):
            packed = vectors[chunk.start : chunk.stop].astype(np.float64)
            errors, bounds = abs(decoded - packed), error_bounds(reader, chunk.index, decoded)
            at = np.unravel_index(errors.argmax(), errors.shape)
            rule = "half a unit of float16 there" if chunk.compression == "fp16" else "scale / 2"
            kept = "kept by all" if (errors <= bounds).all() else "BROKEN"
            print(
                f"  chunk {chunk.index} {chunk.compression}: error {errors[at]:.6f}, "
                f"bound {bounds[at]:.6f} ({rule}): {kept} {errors.size:,} values"
            )


def error_bounds(reader: CvcReader, index: int, decoded: Vectors) -> npt.NDArray[np.float64]:
    """How far each value may be from what was packed."""
    scale = reader.chunks[index].scale
    if scale is None:
        return np.spacing(abs(decoded).astype(np.float16)).astype(np.float64) / 2
    # Beside half a step of the quantiser, the roundings of its own float32 arithmetic.
    rounding = 2 * np.spacing(abs(decoded).max() + np.float32(255 * scale))
    return np.full(decoded.shape, scale / 2 + rounding)


def use_the_class(path: Path) -> None:
    """Read the file through the generated class, field by field as in the spec."""
    step("the same through the generated class: quire.generated.cvc.Cvc")
    with Cvc.from_file(path) as file:
        print(f"  file.header.num_vectors   {file.header.num_vectors}")
        print(f"  file.header.chunks[1]     {file.header.chunks[1].tree()}")
        show_payload(file)


def compile_the_spec(path: Path) -> None:
    """Compile the spec in memory, and read the file through the class that comes of it."""
    step('and through a class made now: quire.compile("specs/cvc.ksy")')
    module = quire.compile(SPECS / "cvc.ksy")
    with module.Cvc.from_file(path) as file:
        print(f"  class                     {type(file).__module__}.{type(file).__name__}")
        show_payload(file)


def show_payload(file: Any) -> None:
    """Print the first payload, decoded."""
    payload = file.chunks[0].payload
    print(f"  file.chunks[0].payload    {payload}")
    print(f"  ...payload.decode()[0]    {numbers(payload.decode()[0, :6])} ...")


def refuse_damage(vectors: Vectors, folder: Path) -> None:
    """Damage a file in two ways, and print what a reader says."""
    step("damaged copies are refused: where, what was expected, and what was found")
    path = folder / "checked.cvc"
    pack_cvc(vectors, path, "int8", chunk_size=1_000, format_version=1)
    whole = path.read_bytes()
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 0x10
    copies = {"one bit flipped": bytes(flipped), "cut in half": whole[: len(whole) // 2]}
    for damage, content in copies.items():
        path.write_bytes(content)
        refused(damage, partial(load_cvc, path))


def find_sections(vectors: Vectors, folder: Path) -> None:
    """Write sections without loss, and find those of one source."""
    step("sections: which rows come from where, stored without loss")
    path = folder / "sections.cvc"
    rounded = vectors.round(2)
    sources = {"wiki": rounded[:700], "arxiv": rounded[700:2_500], "wiki again": rounded[2_500:]}
    sections = [(part, {"source": name.split()[0]}) for name, part in sources.items()]
    pack_cvc_sections(sections, path, "lossless", chunk_size=1_000)
    found = load_cvc_range(path, section_key="source", section_value="wiki")
    same = np.array_equal(found, np.concatenate([rounded[:700], rounded[2_500:]]))
    share = path.stat().st_size / rounded.nbytes
    print(f"  {path.name}: {share:.0%} of the bytes; wiki: {found.shape}, bit for bit: {same}")


def name_columns(vectors: Vectors, folder: Path) -> None:
    """Write columns of several dtypes, and change them without touching the others."""
    step("named columns: read some, add and rename others, without recoding the rest")
    path = folder / "columns.cvc"
    ids = np.arange(len(vectors), dtype=np.int64) + 2**53
    pack_cvc_columns({"text": vectors, "id": ids}, path, {"text": "int8"}, chunk_size=1_000)
    before = load_cvc_columns(path, ["text"])["text"]
    add_column(path, "score", vectors[:, 0])
    rename_column(path, "text", "embedding")
    for column in list_columns(path):
        name, dtype = column["name"], column["dtype"]
        print(f"  {name:10} {dtype} x {column['dimension']}, {column['compression']}")
    after = load_cvc_columns(path, ["embedding", "id"], rows=slice(995, 1_005))
    same = after["embedding"].tobytes() == before[995:1_005].tobytes()
    print(f"  rows 995 to 1005: id {after['id'][0]} ...; the embedding is what it was: {same}")
