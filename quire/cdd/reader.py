"""Reading a store: by chunks, as they were appended, and by rows over all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from threading import Lock
from typing import Any, Never, Self

import numpy as np

from quire.cdd.backends import FileBackend, open_backend
from quire.cdd.chunks import ChunkInfo, Chunks
from quire.cdd.rows import Rows
from quire.cdd.storage import Array, StorageBackend
from quire.kernels.engine.threads import run
from quire.opened import Closing
from quire.progress import Progress, telling
from quire.runtime import FormatError
from quire.sources import Given
from quire.storage.failing import if_it_fails


class DataReader(Closing):
    """A store that is read; opening and reading never change it.

    A reader is a sequence of chunks: its length is their number, iterating gives one after
    another, `reader[3]` is one of them, and `reader[2:5]` some of them, joined. The array that all
    of them make is `rows`; a reader by itself is none. Several threads may read at once.

    A copy of a reader, or what another process gets that is sent one, opens the same path anew,
    and sees what is there then.

    Args:
        target: What `quire.open` takes, or a backend (which is left open on closing).
        verify_hashes: Whether the digests of index blocks and of what is read must match.
        storage_options: As of `quire.open`.

    Attributes:
        layout: "cdd" or "cryptodd".
        capacity: Entries of each index block.
        unfinished: What was found of an append that was cut off, or None. Nothing that was
            committed before it is missing.

    Raises:
        FormatError: it is no CDD file, or its header or an index block is damaged. So do methods
            that meet damage; what differs from its digest is a `ChecksumError`.
        OSError: it cannot be read.
        IndexError: methods only: there is no such chunk.
        ValueError: methods only: chunks do not fit together, or there is none to tell the shape and
            the dtype of rows; `out` does not fit; or the reader is closed.
    """

    def __init__(
        self,
        target: Given | StorageBackend,
        verify_hashes: bool = True,  # noqa: FBT001, FBT002  # as the plan of the format has it
        *,
        storage_options: Mapping[str, Any] | None = None,
    ) -> None:
        self._storage = open_backend(target, storage_options=storage_options)
        self._owned = self._storage is not target
        self._verify = verify_hashes
        with if_it_fails(self._let_go):
            self._take()

    def _take(self) -> None:
        self._chunks = Chunks(self._storage, self._verify)
        index = self._chunks.index
        self._rows: Rows | None = None
        self.layout = index.layout.name
        self.capacity = index.header.capacity
        self.unfinished: FormatError | None = index.unfinished

    # -- what is there ---------------------------------------------------------------------

    @property
    def num_chunks(self) -> int:
        """Number of chunks."""
        return len(self._chunks)

    def __len__(self) -> int:
        return self.num_chunks

    @property
    def user_metadata(self) -> bytes:
        """What the user stored beside the arrays; b"" if nothing."""
        return self._chunks.index.header.user_metadata

    def chunk_info(self, i: int) -> ChunkInfo:
        """What is known of a chunk without decoding it."""
        (found,) = self.chunk_infos([i])
        return found

    def chunk_infos(self, numbers: Sequence[int]) -> list[ChunkInfo]:
        """What is known of some chunks, by their numbers; read together."""
        return self._chunks.infos(numbers)

    @property
    def chunks(self) -> list[ChunkInfo]:
        """What is known of every chunk."""
        return self.chunk_infos(range(self.num_chunks))

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of all chunks together, along their first axis."""
        return self.rows.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """Dtype of all chunks."""
        return self.rows.dtype

    @property
    def rows(self) -> Rows:
        """All chunks as one array that is read by `rows[...]`, along their first axis."""
        if self._rows is None:
            self._rows = Rows(self._chunks, range(self.num_chunks))
        return self._rows

    # -- reading chunks --------------------------------------------------------------------

    def get_chunk(
        self,
        i: int,
        out: Array | None = None,
        *,
        device: Any = "cpu",
        framework: str = "numpy",
        backend: str = "auto",
    ) -> Any:
        """The array of a chunk.

        Args:
            i: Its number; negative ones count from the end.
            out: An array to fill, C-contiguous, of its shape and dtype.
            device: As for `Encoded.decode`: "cuda" has it decoded on a GPU, where it stays; what is
                compressed is unpacked before.
            framework: As there, and so is `backend`.
            backend: As there.

        Raises:
            BackendUnavailable: what was asked for cannot run; says what to install.
        """
        return self._chunks.decode(
            self._chunks.load(i), out, device=device, framework=framework, backend=backend
        )

    def get_chunks(self, numbers: Sequence[int]) -> list[Array]:
        """The arrays of some chunks, by their numbers; fetched together."""
        return [self._chunks.decode(loaded) for loaded in self._chunks.load_many(numbers)]

    def select(self, numbers: Iterable[int]) -> Rows:
        """Some chunks as one array, as `rows` has all of them: say, those that fit together.

        Args:
            numbers: Of the chunks, in the order of their rows; negative ones count from the end.
        """
        return Rows(self._chunks, self._chunks.numbers(numbers))

    def __getitem__(self, item: int | slice) -> Array:
        """The array of a chunk, or of neighbouring chunks together (slices of step 1).

        Raises:
            TypeError: it is neither a number nor a slice: `rows` takes those of arrays.
        """
        if not isinstance(item, slice):
            chunk: Array = self.get_chunk(item)
            return chunk
        start, stop, step = item.indices(self.num_chunks)
        if step != 1:
            raise ValueError(f"chunks are read with step 1, found {step}; `rows` takes any")
        if start >= stop:  # no rows, of the kind that the first chunk has
            return np.asarray(Rows(self._chunks, range(min(1, self.num_chunks)))[:0])
        return np.asarray(Rows(self._chunks, range(start, stop)))

    def iter_chunks(self) -> Iterator[Array]:
        """The arrays of the chunks, one after another."""
        return (self.get_chunk(i) for i in range(self.num_chunks))

    def __iter__(self) -> Iterator[Array]:
        return self.iter_chunks()

    def __array__(self, dtype: object = None, copy: object = None) -> Never:
        # Numpy would take the chunks for rows, and the length for that of the array.
        message = "a reader is a sequence of chunks: `reader.rows` is the array of all of them"
        raise TypeError(message)

    def to_numpy(self, out: Array | None = None) -> Array:
        """All rows as one array.

        Args:
            out: An array to fill, C-contiguous, of `shape` and `dtype`.
        """
        found: Array = self.rows.read(out=out)
        return found

    def refresh(self) -> None:
        """See what a writer has committed since.

        Raises:
            FormatError: the file is damaged now; the reader stays as it was.
        """
        self._chunks.check_open()
        self._storage.refresh()
        self._take()

    def verify(self, workers: int | None = None, *, progress: Progress = None) -> list[str]:
        """Check every digest, offset and shape.

        Args:
            workers: Threads; None for the processors there are.
            progress: Called with (chunks done, chunks in all).

        Returns:
            What is odd, but does no harm.

        Raises:
            FormatError: the first damage that is found.
        """
        if not self._verify:  # this one has let the digests go
            return DataReader(self._storage).verify(workers, progress=progress)
        blocks = enumerate(self._chunks.index.blocks)
        spans = [(block.offset, block.size, f"index_blocks[{i}]") for i, block in blocks]
        spans += [(info.offset, info.size, f"chunks[{info.index}]") for info in self.chunks]
        for (offset, size, path), (following, _, other) in pairwise(sorted(spans)):
            if (end := offset + size) > following:
                expected, found = f"its end before {other} at {following}", f"one at {end}"
                raise FormatError(path, expected, found, offset=offset, format=self.layout)
        with telling(progress, f"checking {self._storage.name}", self.num_chunks) as tell:
            told = Lock()  # by whichever thread has checked a chunk

            def check(number: int) -> None:
                self._chunks.verify(number)
                with told:
                    tell(1)

            run((partial(check, i) for i in range(self.num_chunks)), workers)
        notes = [] if self.unfinished is None else [f"an append was cut off: {self.unfinished}"]
        end = max(offset + size for offset, size, _ in spans)
        left = self._storage.size() - end
        return notes + (
            [f"{left} bytes after the last chunk are not part of any chunk"] if left else []
        )

    def close(self) -> None:
        """Let go of the file; arrays that were read stay, and nothing more can be read."""
        self._chunks.close()
        self._let_go()

    def _let_go(self) -> None:
        if self._owned:
            self._storage.close()

    def __reduce__(self) -> tuple[Any, ...]:
        self._chunks.check_open()
        storage = self._storage
        target = storage.path if self._owned and isinstance(storage, FileBackend) else storage
        return type(self), (target, self._verify)

    def __enter__(self) -> Self:
        self._chunks.check_open()
        return self

    def __repr__(self) -> str:
        return f"<DataReader {self._storage.name}: {self.layout}, {self.num_chunks} chunks>"
