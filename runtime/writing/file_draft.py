"""What the streams of a file share while they are laid out, until nothing moves any more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

from quire.runtime.errors import FormatError
from quire.runtime.reading.budget import expect_padding

if TYPE_CHECKING:
    from quire.runtime.editing.pairing.changes import Changes
    from quire.runtime.editing.revision import Revision
    from quire.runtime.writing.pieces import Pieces
    from quire.runtime.writing.placing import Item, Place
    from quire.runtime.writing.writer import Writer

SHORT = 1 << 10
"""Bytes of padding that nobody counts: each field may have some."""


class Staying(Protocol):
    """What stays as it was in what is written."""

    def put(self, record: Any, io: Writer) -> bool:
        """Write a record as it stood, if it stays; whether it did."""


class Draft(NamedTuple):
    """What a stream was when it was laid out last: it has come to rest when it is so again.

    Attributes:
        size: Its bytes.
        digest: That of its pieces; None if it is what was read.
    """

    size: int
    digest: int | None

    @classmethod
    def of(cls, data: Pieces) -> Self:
        """The draft of these bytes."""
        return cls(len(data), data.digest())


class AtRest(NamedTuple):
    """How a stream has come to rest: the next time that it is laid out, it begins with that.

    Attributes:
        draft: What it was.
        known: What was placed in it.
        gone: What stood at positions in it, and had to go.
    """

    draft: Draft
    known: list[Item]
    gone: list[Place]


class Made(NamedTuple):
    """A stream that was laid out.

    Attributes:
        data: Its bytes.
        changes: How many streams in it came out other than they were read.
        placed: What it has placed in streams around it: of these records the instances of these
            names, in the streams of those.
    """

    data: Pieces
    changes: int
    placed: list[tuple[Any, str, Any]]


class FileDraft:
    """What all streams of a file share while they are laid out.

    Attributes:
        open: What is to be placed in the streams that are being written, by the records' `id`.
        apart: What is to be placed in other streams, by the records' `id`; that stays from one
            draft to the next, as some of these have been written by then.
        is_borrowed: Whether that is of another one, and is copied before more is added.
        is_foreseen: Whether all of that was known before.
        is_strict: Whether a draft has come to rest with fields that do not fit: they never will.
        changes: How often a stream within the file came out other than it was read.
        settled: How the streams of records have come to rest, by the records' `id`.
        led: Where things are in the streams of records that are not laid out, as others have other
            bytes there: by the records' `id` and the names.
        revision: What was changed since the file was read; None if nobody knows.
        unmoved: The same, if nothing moves, so that what stands elsewhere is left alone.
        gauged: How many bytes it takes to put something at a position, in this draft: what is in
            it is measured with it, and would be once more for each level around it.
        sizes: Those at which streams have come to rest that ask for their own, by the same.
        staying: What stays as it was in what is written, if anybody knows.
        tells_edges: Whether what takes it looks at where fields end; see `Laid`.
        padding: How many bytes of padding there are in this draft, but for what is short.
        placed: How many bytes stand at positions in it.
    """

    __slots__ = (
        "_depth", "_fresh", "_has_reused", "_made", "_placed", "apart", "changes", "gauged",
        "is_borrowed", "led",
        "is_foreseen", "is_strict", "open", "padding", "placed", "revision", "settled", "sizes",
        "staying", "tells_edges", "unmoved",
    )  # fmt: skip  # a table

    revision: Revision | None
    unmoved: Changes | None
    staying: Staying | None

    def __init__(self) -> None:
        self.open: dict[int, list[tuple[Any, str]]] = {}
        self.apart: dict[int, dict[tuple[int, str], tuple[Any, str]]] = {}
        self.is_borrowed = False
        self.led: dict[tuple[int, str], int] = {}
        self.is_foreseen = True
        self.is_strict = False
        self.changes = 0
        self.settled: dict[int, AtRest] = {}
        self.sizes: dict[int, int | None] = {}
        self.gauged: dict[tuple[Callable[[Writer], None], int], int] = {}
        self.revision = None
        self.unmoved = None
        self.tells_edges = False
        self.staying = None
        self.padding = self.placed = 0
        self._depth = 0  # of streams that are laid out, each within the one before
        self._made: dict[int, Made] | None = None  # in the last of these; None in the first
        self._fresh: set[int] = set()  # those that were made in this draft of it
        self._placed: list[tuple[Any, str, Any]] = []  # in streams that are open
        self._has_reused = False

    @property
    def is_revised(self) -> bool:
        """Whether it is of a record that was read and changed."""
        return (self.unmoved or self.revision) is not None

    def measured(self) -> FileDraft:
        """Another one for what is only measured: streams have in it what they have in this one."""
        other = FileDraft()
        other.apart, other.is_borrowed = self.apart, True
        other.gauged = self.gauged
        return other

    @contextmanager
    def within(self) -> Iterator[None]:
        """Lay out one more stream, within those that are laid out now."""
        around = self._made, self._fresh
        self._made, self._fresh = {} if self._depth else None, set()
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            self._made, self._fresh = around

    def begin_draft(self) -> None:
        """Begin to lay out a stream once more."""
        self._fresh = set()
        if self._depth == 1:
            self.gauged = {}
            self.padding = self.placed = 0
            self._has_reused = False
            self._placed.clear()

    def once(self, record: Any, make: Callable[[], Pieces]) -> Pieces:
        """The stream of a record, made once however often the one around it is laid out.

        Each level of a nest would have all below it made anew, which does the same. Something in
        it may depend on what is around it, though: the outermost stream is not at rest with it.
        """
        if self._made is None:
            return make()
        if (made := self._made.get(id(record))) is None:
            before, changes = len(self._placed), self.changes
            data = make()
            self._fresh.add(id(record))
            placed = [each for each in self._placed[before:] if id(each[2]) in self.open]
            self._made[id(record)] = Made(data, self.changes - changes, placed)
            return data
        self._has_reused |= id(record) not in self._fresh
        self.changes += made.changes
        for each in made.placed:
            self.place(*each)
        return made.data

    @property
    def is_made_anew(self) -> bool:
        """Whether a draft has what it would have if each stream was made: none within waits."""
        return self._depth > 1 or not self._has_reused

    def pads_anew(self, record: Any, field: str) -> bool:
        """Whether padding is that which was read, of which more is needed now, or less."""
        of = self.revision or self.unmoved
        return record is not None and of is not None and of.pads_anew(record, field)

    def pad(self, count: int, field: str, offset: int | None = None) -> None:
        """Note padding.

        Raises:
            LimitError: it is far more than there is to be padded.
        """
        if count >= SHORT:
            self.padding += count
            of = self.revision or self.unmoved
            size = 0 if of is None else len(of.source.stored)
            expect_padding(self.padding, size + self.placed, field, offset)

    def place_behind(self, gap: int, size: int, field: str) -> None:
        """Note how many bytes stand at a position, and how many of padding in front of them.

        While others are not yet where they will be, there may be as many as these have.

        Raises:
            LimitError: as of `pad`.
        """
        self.placed += size
        if size:
            self.pad(gap, field)

    def begin(self, record: Any, writer: Writer) -> None:
        """Begin to write the stream of a record."""
        self.begin_draft()
        if not self.open:
            self.is_foreseen = True
        writer.file, self.open[id(record)] = self, writer.pending
        writer.misfits = None if self.is_strict else []
        writer.pending += self.apart.get(id(record), {}).values()

    def end(self, record: Any) -> None:
        """End the stream of a record; it may have to be written again."""
        del self.open[id(record)]

    @property
    def is_settled(self) -> bool:
        """Whether a stream has got all that stands in it; that of the file waits for the others."""
        return bool(self.open) or self.is_foreseen

    def takes(self, writer: Writer, wrong: list[FormatError]) -> bool:
        """Whether a draft that has come to rest is right; the next one says what does not fit.

        Raises:
            FormatError: something else is wrong.
        """
        if writer.misfits:
            self.is_strict = True
        elif wrong:
            raise wrong[0]
        return not writer.misfits

    def settle(self, record: Any, data: Pieces, at_rest: AtRest) -> None:
        """Note how the stream of a record has come to rest."""
        self.settled[id(record)] = at_rest
        original = record._original()
        if self.open and (original is None or not data.is_all(original.whole())):
            self.changes += 1

    def left(self) -> Iterator[tuple[Any, str]]:
        """What stands in streams that have not been written."""
        for of, items in self.apart.items():
            if of not in self.settled:
                yield from items.values()

    def place(self, record: Any, name: str, of: Any) -> None:
        """Have an instance of a record written at its position in the stream of another one."""
        while not (id(of) in self.open or of._owns_stream()):
            of = of._holder
        if (pending := self.open.get(id(of))) is not None:
            pending.append((record, name))
            if self._made is not None:
                self._placed.append((record, name, of))
            return
        if (id(record), name) in self.apart.get(id(of), ()):
            return
        if self.is_borrowed:
            self.apart = {each: {**items} for each, items in self.apart.items()}
            self.is_borrowed = False
        self.apart.setdefault(id(of), {})[id(record), name] = record, name
        self.is_foreseen = False
