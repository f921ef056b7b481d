"""The demo of CDD: a store is made in both layouts, appended to, read by rows, and interrupted."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from textwrap import indent

import numpy as np
from show import Vectors, headline, refused, step

from quire.cdd import DataReader, DataWriter, MemoryBackend
from quire.cdd.file import Tree
from quire.cdd.storage import Data
from quire.runtime.showing.dump import outline

SNAPSHOTS, LEVELS, FEATURES = 4000, 50, 3
METADATA = b'{"pair": "made up"}'


def demo_cdd(folder: Path) -> None:
    """CDD: arrays in chunks, appended to one file."""
    headline("CDD: order books, appended to one file")
    books = made_up_books()
    plan, program = folder / "books.cdd", folder / "cryptodd.cdd"
    write_both(books, plan, program)
    look_inside(plan)
    append_more(books, plan)
    read_rows(books, plan)
    round_values(books, program)
    interrupt(books)
    refuse_damage(plan)


def made_up_books() -> Vectors:
    """Snapshots of price, size and number of orders; a third changes from one to the next."""
    rng = np.random.default_rng(50)
    shape = SNAPSHOTS, LEVELS, FEATURES
    changed = rng.random((SNAPSHOTS, LEVELS, 1)) < 1 / 3
    steps = np.where(changed, rng.integers(-3, 4, shape), 0).cumsum(axis=0)
    start = np.array([300_000, 5_000, 500]) + np.arange(LEVELS)[:, None] * [4, 0, 0]
    books: Vectors = ((start + steps) * [0.1, 0.01, 1]).astype(np.float32)
    return books


def write_both(books: Vectors, plan: Path, program: Path) -> None:
    """Write three quarters of the snapshots in either layout."""
    some = books[: 3 * SNAPSHOTS // 4]
    step(f"{len(some)} snapshots of {LEVELS} levels, in the layout of the plan and of the program")
    with DataWriter(plan, user_metadata=METADATA) as writer:
        writer.append(some, target_bytes=300_000)
    with DataWriter(program, layout="cryptodd", user_metadata=METADATA) as writer:
        writer.append(some, target_bytes=300_000)
    for path in (plan, program):
        with DataReader(path) as reader:
            size = path.stat().st_size
            print(f"  {path.name}: {reader.num_chunks} chunks of {reader.chunk_info(0).type},")
            print(f"    {size:,} bytes for {some.nbytes:,}, metadata {reader.user_metadata!r}")


def look_inside(path: Path) -> None:
    """Print the first index block and the first chunk."""
    step(f"what is inside (from quire dump {path.name})")
    with Tree.from_file(path) as tree:
        some = {name: tree[name][:1] for name in ("index_blocks", "chunks")}
    print(indent(outline(some), "  "))


def append_more(books: Vectors, path: Path) -> None:
    """Open a store again and append the rest, which a reader that is open sees when it asks."""
    step("opened again, and appended to; a reader that was open sees it after refresh()")
    with DataReader(path) as reader:
        before = reader.shape
        with DataWriter(path) as writer:
            numbers = writer.append(books[before[0] :], target_bytes=300_000)
        print(f"  chunks {numbers.start} to {numbers.stop - 1} are new; shape {before}")
        reader.refresh()
        print(f"  after refresh(): shape {reader.shape}")


def read_rows(books: Vectors, path: Path) -> None:
    """Read rows over chunks, and verify everything."""
    step("rows over all chunks: only those chunks are decoded that have some of them")
    with DataReader(path) as reader:
        for name, found, expected in (
            ("rows[450:1050:7]", reader.rows[450:1050:7], books[450:1050:7]),
            ("rows[[3999, 0, 7]]", reader.rows[[3999, 0, 7]], books[[3999, 0, 7]]),
            ("to_numpy()", reader.to_numpy(), books),
        ):
            same = "every bit the same" if np.array_equal(found, expected) else "CHANGED"
            print(f"  reader.{name:19} {found.shape}, {same}")
        print(f"  reader[2:4], two chunks    {reader[2:4].shape}")
        notes = reader.verify()
        print(f"  verified: {reader.num_chunks} chunks, {', '.join(notes) or 'nothing odd'}")


def round_values(books: Vectors, path: Path) -> None:
    """Append through float16, and a series of times as differences."""
    step("other types: through float16, and int64 as differences, in the program's layout")
    times = 1_700_000_000_000 + 100 * np.arange(SNAPSHOTS)
    with DataWriter(path, mixed=True) as writer, DataReader(path) as reader:
        first = writer.append_chunk(books[:500], type="okx_f16")
        writer.append_chunk(times)
        reader.refresh()
        for info in (reader.chunk_info(first), reader.chunk_info(first + 1)):
            print(f"  {info.type}: {info.dtype} {info.shape}, {info.stored_bytes:,} bytes")
        error = np.abs(reader[first] / books[:500] - 1).max()
        exact = np.array_equal(reader[first + 1], times)
        print(f"  greatest relative error {error:.5f}; times exact: {exact}")


class Failing(MemoryBackend):
    """Memory that can be written to a few times only."""

    left = 1000

    def write_at(self, offset: int, data: Data) -> None:
        """Write, or fail."""
        if self.left == 0:
            raise OSError("no more writes")
        self.left -= 1
        super().write_at(offset, data)


def interrupt(books: Vectors) -> None:
    """End an append at each of its writes, and go on."""
    step("an append is cut off at each of its writes: what was committed stays")
    for written, last in enumerate(("nothing", "the chunk", "the chunk and its offset")):
        memory = Failing()
        with DataWriter(memory) as writer:
            writer.append_chunk(books[:100])
            memory.left = written
            try:
                writer.append_chunk(books[100:200])
            except OSError:
                memory.left = 1000
        reader = DataReader(memory)
        state = "noticed" if reader.unfinished else "as before"
        whole = np.array_equal(reader.to_numpy(), books[: len(reader.rows)])
        with DataWriter(memory) as writer:
            writer.append_chunk(books[len(reader.rows) : 300])
        after = np.array_equal(DataReader(memory).to_numpy(), books[:300])
        print(f"  written was {last}: {reader.num_chunks} chunks, {state}, right: {whole};")
        print(f"    went on, right: {after}")


def refuse_damage(path: Path) -> None:
    """Damage a store in several ways, and print what a reader says."""
    step("damaged copies are refused: where, what was expected, and what was found")
    whole = path.read_bytes()
    with DataReader(path) as reader:
        chunk, last = reader.chunk_info(0), reader.chunk_info(-1)
    copies = {
        "cut in the last chunk": whole[: last.offset + 100],
        "a bit in a chunk": flipped(whole, chunk.offset + chunk.size - 200),
        "a bit in an offset": flipped(whole, chunk.offset - 8 * 1024 + 3),
        "a type that is none": flipped(whole, chunk.offset + 4),
        "no CDD": b"PK" + whole[2:],
    }
    for damage, content in copies.items():
        path.write_bytes(content)
        refused(damage, partial(verify, path))


def verify(path: Path) -> None:
    """Open a store and check everything."""
    with DataReader(path) as reader:
        reader.verify()


def flipped(content: bytes, at: int) -> bytes:
    """Content with a bit flipped."""
    return content[:at] + bytes([content[at] ^ 0x40]) + content[at + 1 :]
