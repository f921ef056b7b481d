"""What is open until somebody closes it: one contract for all formats."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Self, TypedDict

from quire.progress import Progress, Tell, telling
from quire.runtime.stream import CLOSED
from quire.sources import Given, Source


class Closing:
    """What is closed at the end of a `with`."""

    @abstractmethod
    def close(self) -> None:
        """Let go of what it holds."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Opening(TypedDict, total=False):
    """How a file is opened; see `OpenFile`."""

    verify: bool
    storage_options: Mapping[str, Any] | None


class OpenFile(Closing):
    """A file that is open until `close`, or to the end of a `with`.

    A pickle or a copy stores the path and opens the file again; that of bytes stores the bytes.

    Args:
        source: The file: see `quire.open`.
        verify: Whether checksums are compared.
        storage_options: For a URL: what fsspec's file system is told.
    """

    def __init__(
        self,
        source: Given | Source,
        *,
        verify: bool = True,
        storage_options: Mapping[str, Any] | None = None,
    ) -> None:
        self._source = Source.of(source, storage_options)
        self._verifies = verify
        self._told: dict[str, Any] = {}
        """What else a subclass was told: copies are told it, too."""
        self._is_closed = False

    _record: Any
    """What was read of the file, in most formats."""

    def _close(self) -> None:
        """Let the file go."""
        self._record.close()

    @property
    def source(self) -> Source:
        """Where the bytes of the file are."""
        return self._source

    def __reduce__(self) -> tuple[Callable[..., Self], tuple[Any, ...]]:
        self._expect_open()
        return partial(type(self), verify=self._verifies, **self._told), (self._source,)

    def verify(self, *, progress: Progress = None) -> list[str]:
        """Check everything.

        Args:
            progress: Called with (parts done, parts in all): chunks, tensors, or the file as one.

        Returns:
            Notes on what is odd but does no harm.

        Raises:
            FormatError: something is damaged.
        """
        with telling(progress, f"checking {self._source.name}", self._num_parts) as tell:
            return self._check(tell)

    @property
    def _num_parts(self) -> int:
        """In how many parts the file is checked."""
        return 1

    def _check(self, tell: Tell) -> list[str]:
        """Check the parts, and tell of each; notes."""
        notes = self._checked()
        tell(1)
        return notes

    def _checked(self) -> list[str]:
        """Check a file of one part; notes. A file of several has a `_check` instead."""
        raise NotImplementedError  # every format whose files are of one part has its own

    def close(self) -> None:
        """Let the file go; nothing more can be read."""
        self._is_closed = True
        self._close()

    def _expect_open(self) -> None:
        if self._is_closed:
            raise ValueError(f"{self._source.name}: {CLOSED}")

    def __enter__(self) -> Self:
        self._expect_open()
        return self
