# Made by `quire gen` 0.1.0 from tier_catalogue.ksy (sha256 b5e934bac0e6). Do not edit.
"""Catalogue of a store of tiered tensors."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from numpy.typing import ArrayLike, NDArray

from quire.runtime import (
    Block,
    Bytes,
    FieldsPart,
    Fixed,
    LateEnum,
    ListPart,
    Marks,
    Members,
    Parts,
    Raw,
    Struct,
    Sum,
    Writer,
    array_size,
    copied,
    encode_text,
    expect_any_of,
    expect_at_most,
    expect_equal,
    expect_few,
    expect_member,
    expect_that,
    put_array,
    quotient,
    view_array,
)
from quire.runtime.direct import new, unpack_u1, unpack_u4le, unpack_u8le

__all__ = ["TierCatalogue"]


class TierCatalogue(Struct):
    """What a store of quire's own holds, and where; a log that grows at its end.

    The last entry of a key counts. What a writer that died left of a frame, at the end, does not: a
    frame that is cut off, or zeros in the place of its last sectors and of all that follows.

    The store is a folder with this file, `catalogue`, and one file for each number that an entry
    names: `data/N.qtr`, a tensor as `tiers.ksy` says, and `data/N.recipe`, how an absent tensor is
    made; N in 16 hexadecimal digits. These files never change, and a number is never given to
    another one. The metadata of `N.qtr` say whose it is: `store` has the `key`, or the `block` for
    the name of a block, and the `epoch`.

    See ADR-019, Tiered Quantization Formats, sections 3.5 and 3.10

    Attributes:
        generation: Another number each time the catalogue is written anew, to leave out what is
            outdated.
        next_number: What no file was called up to then; entries may name higher numbers.
    """

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "magic",
        "version",
        "generation",
        "next_number",
        "frames",
    )

    _root: TierCatalogue
    magic: bytes
    version: int
    generation: int
    next_number: int
    frames: list[TierCatalogue.Frame]

    _is_top: ClassVar[bool] = True
    _places: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("magic", "version")
    _BLOCK_0: ClassVar[Block] = Block(
        ("version", "u4le"), ("generation", "u8le"), ("next_number", "u8le")
    )
    _PARTS: ClassVar[Parts] = (
        FieldsPart("_read_part_0"),
        ListPart("frames", "end", ("frames",), 0, None),
    )
    _FIXED_0: ClassVar[Fixed] = Fixed(
        ("magic", b"QTCL", "/seq/0"),
        ("version", "u4le"),
        ("generation", "u8le"),
        ("next_number", "u8le"),
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            magic: bytes
            version: int
            generation: Required[int]
            next_number: Required[int]
            frames: Required[Iterable[TierCatalogue.Frame | TierCatalogue.Frame._Fields]]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 24
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        stored_magic, self.version, self.generation, self.next_number = (
            _unpack_TierCatalogue_FIXED_0(buf, pos)
        )
        if stored_magic != b"QTCL":
            self._look_at(pos).contents(b"QTCL", "magic", "/seq/0")
        self.magic = b"QTCL"
        pos = stop
        if self.version != 2:
            io = self._io_at(pos)
            expect_equal("version", self.version, 2, io, 20, place="/seq/1")
        self.frames, pos = self._once_at(
            TierCatalogue.Frame, buf, pos, end, -1, "frames", by_ways=True
        )
        return pos

    def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 24
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        stored_magic, self.version, self.generation, self.next_number = (
            _unpack_TierCatalogue_FIXED_0(buf, pos)
        )
        if stored_magic != b"QTCL":
            self._look_at(pos).contents(b"QTCL", "magic", "/seq/0")
        self.magic = b"QTCL"
        pos = stop
        if self.version != 2:
            io = self._io_at(pos)
            expect_equal("version", self.version, 2, io, 20, place="/seq/1")
        return pos

    def _element_frames(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        child = new(TierCatalogue.Frame)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        self.frames.append(child)
        return pos

    def _derive(self) -> None:
        self._set_derived("magic", b"QTCL", "the format")
        self._set_derived("version", 2, "the format")

    def _write__seq(self, io: Writer) -> None:
        io.put(self.magic)
        self._BLOCK_0.write(io, self.version, self.generation, self.next_number)
        for frame in self._seen_in(self.frames, io):
            self._write_child(io, "frames", frame, TierCatalogue.Frame)

    class KeyKind(LateEnum):
        """Values of `key_kind`."""

        text = 0
        block = 1

    class RecipeKind(LateEnum):
        """Values of `recipe_kind`."""

        delta = 1
        factor = 2

    class Frame(Struct):
        """Type `frame`.

        Attributes:
            len_entry: Length in bytes.
            checksum: CRC-32 (of zlib) of the entry.
            checksum_of_head: CRC-32 of the two fields before.
        """

        __slots__ = (
            "len_entry",
            "checksum",
            "checksum_of_head",
            "entry",
            "_stored_entry",
            "_marks",
        )

        _root: TierCatalogue
        _parent: TierCatalogue
        _stored_entry: bytes
        len_entry: int
        checksum: int
        checksum_of_head: int
        entry: TierCatalogue.Entry

        _raw_entry = Raw("entry")
        _places: ClassVar[bool] = True
        _stands_alone: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("entry",)
        _derived: ClassVar[tuple[str, ...]] = ("checksum", "checksum_of_head", "len_entry")
        _BLOCK_0: ClassVar[Block] = Block(
            ("len_entry", "u4le"), ("checksum", "u4le"), ("checksum_of_head", "u4le")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_entry: int
                checksum: int
                checksum_of_head: int
                entry: Required[TierCatalogue.Entry | TierCatalogue.Entry._Fields]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            mark_0 = pos
            mark_1 = pos
            stop = pos + 12
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.len_entry, self.checksum, self.checksum_of_head = _unpack_TierCatalogue_Frame_0(
                buf, pos
            )
            pos = stop
            mark_2 = pos - 8
            mark_3 = pos - 4
            mark_4 = pos - 4
            mark_5 = pos
            stop = pos + self.len_entry
            if stop > end:
                buf, end = self._reach(stop - pos, "entry", pos)
            self.entry = child = new(TierCatalogue.Entry)
            child._parent, child._root = self, self._root
            child._start, child._end = pos, stop
            child._stop = child._read_at(buf, pos, stop)
            pos = stop
            mark_6 = pos
            self._marks = (mark_0, mark_1, mark_2, mark_3, mark_4, mark_5, mark_6)
            return pos

        def _sums(self, at: Marks) -> Iterator[Sum]:
            yield Sum("checksum", at.marks[2], "crc32", None, "u4le", (at.span(5, 6),))
            yield Sum("checksum_of_head", at.marks[4], "crc32", None, "u4le", (at.span(1, 3),))

        def _derive(self) -> None:
            self._set_default("checksum", 0)
            self._set_default("checksum_of_head", 0)
            self._make("entry", TierCatalogue.Entry)

        def _write__seq(self, io: Writer) -> None:
            self._stored_entry = self._window(
                io, "entry", self.entry, TierCatalogue.Entry, grows=True, in_pieces=True
            )
            self._set_window("len_entry", len(self._stored_entry), "entry")
            mark_0 = io.pos()
            mark_1 = io.pos()
            self._BLOCK_0.write(io, self.len_entry, self.checksum, self.checksum_of_head)
            mark_2 = io.pos() - 8
            mark_3 = io.pos() - 4
            mark_4 = io.pos() - 4
            mark_5 = io.pos()
            io.put_filled(self._stored_entry, self.len_entry, "entry", 0, of=self)
            mark_6 = io.pos()
            io.owe(self, (mark_0, mark_1, mark_2, mark_3, mark_4, mark_5, mark_6))

    class Entry(Struct):
        """Type `entry`.

        Attributes:
            is_present: 0 when the key was removed.
        """

        __slots__ = ("_start", "_end", "_stop", "key", "is_present", "end")

        _root: TierCatalogue
        _parent: TierCatalogue.Frame
        key: TierCatalogue.Key
        is_present: int
        state: TierCatalogue.State
        end: bytes

        _goes_by_place: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("is_present",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                key: Required[TierCatalogue.Key | TierCatalogue.Key._Fields]
                is_present: int
                state: TierCatalogue.State | TierCatalogue.State._Fields
                end: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.key = child = new(TierCatalogue.Key)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "is_present", pos)
            self.is_present = unpack_u1(buf, pos)[0]
            pos = stop
            if not self.is_present <= 1:
                io = self._io_at(pos)
                expect_at_most("is_present", self.is_present, 1, io, 1, place="/types/entry/seq/1")
            if self.is_present != 0:
                self.state = child = new(TierCatalogue.State)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            start = pos
            stop = pos + 0
            if stop > end:
                buf, end = self._reach(stop - pos, "end", pos)
            self.end = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            io = self._io_at(pos)
            expect_that(
                "end",
                self.end,
                io.is_eof(),
                "_io.eof",
                io,
                io._pos - start,
                place="/types/entry/seq/3",
            )
            return pos

        def _derive(self) -> None:
            self._set_flag("is_present", hasattr(self, "state"), 1, 0)
            self._make("key", TierCatalogue.Key)
            if self.is_present != 0:
                self._make("state", TierCatalogue.State)
            self._set_default("end", b"")

        def _check(self) -> None:
            expect_at_most("is_present", self.is_present, 1, place="/types/entry/seq/1")

        def _write__seq(self, io: Writer) -> None:
            self._write_child(io, "key", self.key, TierCatalogue.Key)
            io.u1(self.is_present, "is_present")
            if self.is_present != 0:
                self._write_child(io, "state", self.state, TierCatalogue.State)
            elif hasattr(self, "state"):
                self._leave_out("state")
            io.put_sized(self.end, 0, "end")

    class Key(Struct):
        """Type `key`.

        Attributes:
            len_text: Length in bytes.
            text: A name; or the identifier of a tensor in 32 hexadecimal digits, `_`, and the
                number of a block.
        """

        __slots__ = ("kind", "len_text", "text")

        _root: TierCatalogue
        kind: TierCatalogue.KeyKind | int
        len_text: int
        text: str

        _derived: ClassVar[tuple[str, ...]] = ("len_text",)
        _BLOCK_0: ClassVar[Block] = Block(("kind", "u1"), ("len_text", "u2le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                kind: Required[TierCatalogue.KeyKind | int]
                len_text: int
                text: Required[str]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 3
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.kind, self.len_text = _unpack_TierCatalogue_Key_0(buf, pos)
            pos = stop
            self.kind = _members_TierCatalogue_KeyKind[self.kind]
            if type(self.kind) is int:
                io = self._io_at(pos)
                expect_member(
                    "kind", self.kind, TierCatalogue.KeyKind, io, 3, place="/types/key/seq/0"
                )
            stop = pos + self.len_text
            if stop > end:
                buf, end = self._reach(stop - pos, "text", pos)
            self.text = str(buf[pos:stop], "utf-8")
            return stop

        def _derive(self) -> None:
            self._set_derived("len_text", len(encode_text(self.text, "utf-8", "text")), "text")

        def _check(self) -> None:
            expect_member("kind", self.kind, TierCatalogue.KeyKind, place="/types/key/seq/0")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.kind, self.len_text)
            io.put_sized(encode_text(self.text, "utf-8", "text"), self.len_text, "text")

    class State(Struct):
        """Type `state`.

        Attributes:
            tier: 0 absent, 1 hot, 2 warm, 3 cold.
            num_bits: Width of a code; 0 for an absent tensor.
            data: Number of the file with the tensor; 0 for none.
            recipe: Number of the file that says how the tensor is made when it is absent; 0 for
                none.
            len_blocks: Bytes of the quantised blocks.
            created_at: In ticks of the store's clock, as all times.
            ema_rate: Moving average of accesses per tick.
            window: A bit for each of the 64 ticks up to the last access, that one in the lowest.
            epoch: Another number each time that values are put; what only goes to another tier
                keeps its own.
            shape: Elements in each dimension, the outermost first.
        """

        __slots__ = (
            "tier",
            "num_bits",
            "data",
            "recipe",
            "len_blocks",
            "created_at",
            "last_access_at",
            "tier_since",
            "access_count",
            "ema_rate",
            "window",
            "epoch",
            "num_shape",
            "shape",
        )

        _root: TierCatalogue
        _parent: TierCatalogue.Entry
        tier: int
        num_bits: int
        data: int
        recipe: int
        len_blocks: int
        created_at: int
        last_access_at: int
        tier_since: int
        access_count: int
        ema_rate: float
        window: int
        epoch: int
        num_shape: int
        shape: list[int]

        _derived: ClassVar[tuple[str, ...]] = ("num_shape",)
        _BLOCK_0: ClassVar[Block] = Block(
            ("tier", "u1"),
            ("num_bits", "u1"),
            ("data", "u8le"),
            ("recipe", "u8le"),
            ("len_blocks", "u8le"),
            ("created_at", "u8le"),
            ("last_access_at", "u8le"),
            ("tier_since", "u8le"),
            ("access_count", "u8le"),
            ("ema_rate", "f4le"),
            ("window", "u8le"),
            ("epoch", "u8le"),
            ("num_shape", "u1"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                tier: Required[int]
                num_bits: Required[int]
                data: Required[int]
                recipe: Required[int]
                len_blocks: Required[int]
                created_at: Required[int]
                last_access_at: Required[int]
                tier_since: Required[int]
                access_count: Required[int]
                ema_rate: Required[float]
                window: Required[int]
                epoch: Required[int]
                num_shape: int
                shape: Required[Iterable[int]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 79
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            (
                self.tier,
                self.num_bits,
                self.data,
                self.recipe,
                self.len_blocks,
                self.created_at,
                self.last_access_at,
                self.tier_since,
                self.access_count,
                self.ema_rate,
                self.window,
                self.epoch,
                self.num_shape,
            ) = _unpack_TierCatalogue_State_0(buf, pos)
            pos = stop
            if not self.tier <= 3:
                io = self._io_at(pos)
                expect_at_most("tier", self.tier, 3, io, 79, place="/types/state/seq/0")
            if self.num_bits not in (0, 3, 5, 7, 8):
                io = self._io_at(pos)
                expect_any_of(
                    "num_bits", self.num_bits, (0, 3, 5, 7, 8), io, 78, place="/types/state/seq/1"
                )
            io = self._io_at(pos)
            count = io.count(self.num_shape, "shape", 8, limit=0x40)
            pos = io._pos
            self.shape = []
            for _ in range(count):
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "shape", pos)
                self.shape.append(unpack_u8le(buf, pos)[0])
                pos = stop
            self._io_at(pos)
            return pos

        def _derive(self) -> None:
            self._set_derived("num_shape", len(self.shape), "shape")

        def _check(self) -> None:
            expect_at_most("tier", self.tier, 3, place="/types/state/seq/0")
            expect_any_of("num_bits", self.num_bits, (0, 3, 5, 7, 8), place="/types/state/seq/1")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(
                io,
                self.tier,
                self.num_bits,
                self.data,
                self.recipe,
                self.len_blocks,
                self.created_at,
                self.last_access_at,
                self.tier_since,
                self.access_count,
                self.ema_rate,
                self.window,
                self.epoch,
                self.num_shape,
            )
            expect_few("shape", self.shape, limit=0x40)
            for shape_item in self.shape:
                io.u8le(shape_item, "shape")

    class RecipeFile(Struct):
        """Type `recipe_file`.

        Attributes:
            checksum: CRC-32 (of zlib) of the recipe.
            recipe: A `recipe`, which is read when the checksum fits.
        """

        __slots__ = ("magic", "checksum", "recipe", "_marks")

        _root: TierCatalogue
        magic: bytes
        checksum: int
        recipe: bytes

        _places: ClassVar[bool] = True
        _stands_alone: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("magic", "checksum")

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                magic: bytes
                checksum: int
                recipe: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            mark_0 = pos
            stop = pos + 4
            if stop > end or buf[pos:stop] != b"QTRP":
                self._look_at(pos).contents(b"QTRP", "magic", "/types/recipe_file/seq/0")
            self.magic = b"QTRP"
            pos = stop
            mark_1 = pos
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "checksum", pos)
            self.checksum = unpack_u4le(buf, pos)[0]
            pos = stop
            mark_2 = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.recipe = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            mark_3 = pos
            self._marks = (mark_0, mark_1, mark_2, mark_3)
            return pos

        def _sums(self, at: Marks) -> Iterator[Sum]:
            yield Sum("checksum", at.marks[1], "crc32", None, "u4le", (at.span(2, 3),))

        def _derive(self) -> None:
            self._set_derived("magic", b"QTRP", "the format")
            self._set_default("checksum", 0)

        def _write__seq(self, io: Writer) -> None:
            mark_0 = io.pos()
            io.put(self.magic)
            mark_1 = io.pos()
            io.u4le(self.checksum, "checksum")
            mark_2 = io.pos()
            io.put(self.recipe)
            mark_3 = io.pos()
            io.owe(self, (mark_0, mark_1, mark_2, mark_3))

    class Recipe(Struct):
        """How an absent tensor is made.

        Attributes:
            key: Of the tensor that is made.
            epoch: Of the tensor that is made.
            shape: Of the tensor that is made.
            source: The tensor to begin with.
            source_epoch: The epoch that this tensor has to have.
            scale: What the source is multiplied by.
            permutation: Which element of the last axis of the source comes where; empty if they
                stay.
            records: Delta records, or one factor record or none, as `tensor_store.ksy` says.
        """

        __slots__ = ("key", "epoch", "num_shape", "shape", "kind", "has_source", "records")

        _root: TierCatalogue
        key: TierCatalogue.Key
        epoch: int
        num_shape: int
        shape: list[int]
        kind: TierCatalogue.RecipeKind | int
        has_source: int
        source: TierCatalogue.Key
        source_epoch: int
        scale: float
        num_permutation: int
        permutation: NDArray[Any]
        records: bytes

        _derived: ClassVar[tuple[str, ...]] = ("has_source", "num_shape", "num_permutation")
        _BLOCK_0: ClassVar[Block] = Block(("epoch", "u8le"), ("num_shape", "u1"))
        _BLOCK_1: ClassVar[Block] = Block(("kind", "u1"), ("has_source", "u1"))
        _FIXED_0: ClassVar[Fixed] = Fixed(("scale", "f4le"), ("num_permutation", "u4le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                key: Required[TierCatalogue.Key | TierCatalogue.Key._Fields]
                epoch: Required[int]
                num_shape: int
                shape: Required[Iterable[int]]
                kind: Required[TierCatalogue.RecipeKind | int]
                has_source: int
                source: TierCatalogue.Key | TierCatalogue.Key._Fields
                source_epoch: int
                scale: float
                num_permutation: int
                permutation: ArrayLike
                records: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.key = child = new(TierCatalogue.Key)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            stop = pos + 9
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.epoch, self.num_shape = _unpack_TierCatalogue_Recipe_0(buf, pos)
            pos = stop
            io = self._io_at(pos)
            count = io.count(self.num_shape, "shape", 8, limit=0x40)
            pos = io._pos
            self.shape = []
            for _ in range(count):
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "shape", pos)
                self.shape.append(unpack_u8le(buf, pos)[0])
                pos = stop
            self._io_at(pos)
            stop = pos + 2
            if stop > end:
                buf, end = self._BLOCK_1.reach(self, pos)
            self.kind, self.has_source = _unpack_TierCatalogue_Recipe_1(buf, pos)
            pos = stop
            self.kind = _members_TierCatalogue_RecipeKind[self.kind]
            if type(self.kind) is int:
                io = self._io_at(pos)
                expect_member(
                    "kind", self.kind, TierCatalogue.RecipeKind, io, 2, place="/types/recipe/seq/4"
                )
            if not (
                self.has_source == 1
                or (self.has_source == 0 and self.kind == TierCatalogue.RecipeKind.factor)
            ):
                io = self._io_at(pos)
                expect_that(
                    "has_source",
                    self.has_source,
                    self.has_source == 1
                    or (self.has_source == 0 and self.kind == TierCatalogue.RecipeKind.factor),
                    "_ == 1 or _ == 0 and kind == recipe_kind::factor",
                    io,
                    1,
                    place="/types/recipe/seq/5",
                )
            if self.has_source != 0:
                self.source = child = new(TierCatalogue.Key)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "source_epoch", pos)
                self.source_epoch = unpack_u8le(buf, pos)[0]
                pos = stop
            if self.kind == TierCatalogue.RecipeKind.factor:
                stop = pos + 8
                if stop > end:
                    buf, end = self._FIXED_0.reach(self, pos)
                self.scale, self.num_permutation = _unpack_TierCatalogue_Recipe_FIXED_0(buf, pos)
                pos = stop
                io = self._io_at(pos)
                self.permutation = view_array(
                    io.take(4 * self.num_permutation, "permutation"),
                    "<u4",
                    [self.num_permutation],
                    "permutation",
                    io,
                )
                pos = io._pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.records = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            return pos

        def _derive(self) -> None:
            self._set_flag(
                "has_source", hasattr(self, "source") or hasattr(self, "source_epoch"), 1, 0
            )
            self._make("key", TierCatalogue.Key)
            if self.has_source != 0:
                self._make("source", TierCatalogue.Key)
            self._set_derived("num_shape", len(self.shape), "shape")
            if self.kind == TierCatalogue.RecipeKind.factor:
                self._set_derived(
                    "num_permutation",
                    quotient(array_size(self.permutation, "<u4", "permutation"), 4, "permutation"),
                    "permutation",
                )

        def _check(self) -> None:
            expect_member("kind", self.kind, TierCatalogue.RecipeKind, place="/types/recipe/seq/4")
            expect_that(
                "has_source",
                self.has_source,
                self.has_source == 1
                or (self.has_source == 0 and self.kind == TierCatalogue.RecipeKind.factor),
                "_ == 1 or _ == 0 and kind == recipe_kind::factor",
                place="/types/recipe/seq/5",
            )

        def _write__seq(self, io: Writer) -> None:
            self._write_child(io, "key", self.key, TierCatalogue.Key)
            self._BLOCK_0.write(io, self.epoch, self.num_shape)
            expect_few("shape", self.shape, limit=0x40)
            for shape_item in self.shape:
                io.u8le(shape_item, "shape")
            self._BLOCK_1.write(io, self.kind, self.has_source)
            if self.has_source != 0:
                self._write_child(io, "source", self.source, TierCatalogue.Key)
                io.u8le(self.source_epoch, "source_epoch")
            else:
                if hasattr(self, "source"):
                    self._leave_out("source")
                if hasattr(self, "source_epoch"):
                    self._leave_out("source_epoch")
            if self.kind == TierCatalogue.RecipeKind.factor:
                io.f4le(self.scale, "scale")
                io.u4le(self.num_permutation, "num_permutation")
                put_array(io, self.permutation, "<u4", [self.num_permutation], "permutation")
            else:
                if hasattr(self, "scale"):
                    self._leave_out("scale")
                if hasattr(self, "num_permutation"):
                    self._leave_out("num_permutation")
                if hasattr(self, "permutation"):
                    self._leave_out("permutation")
            io.put(self.records)


# What methods look up, at the price of a name.
_members_TierCatalogue_KeyKind = Members(lambda: TierCatalogue.KeyKind)
_members_TierCatalogue_RecipeKind = Members(lambda: TierCatalogue.RecipeKind)
_unpack_TierCatalogue_FIXED_0 = TierCatalogue._FIXED_0.unpack
_unpack_TierCatalogue_Frame_0 = TierCatalogue.Frame._BLOCK_0.unpack
_unpack_TierCatalogue_Key_0 = TierCatalogue.Key._BLOCK_0.unpack
_unpack_TierCatalogue_Recipe_0 = TierCatalogue.Recipe._BLOCK_0.unpack
_unpack_TierCatalogue_Recipe_1 = TierCatalogue.Recipe._BLOCK_1.unpack
_unpack_TierCatalogue_Recipe_FIXED_0 = TierCatalogue.Recipe._FIXED_0.unpack
_unpack_TierCatalogue_State_0 = TierCatalogue.State._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"TierCatalogue":"tier_catalogue","TierCatalogue.Frame":"tier_catalogue::frame",
"TierCatalogue.Entry":"tier_catalogue::entry","TierCatalogue.Key":"tier_catalogue::key",
"TierCatalogue.State":"tier_catalogue::state",
"TierCatalogue.RecipeFile":"tier_catalogue::recipe_file",
"TierCatalogue.Recipe":"tier_catalogue::recipe"},
"spec":{"id":"tier_catalogue","title":"Catalogue of a store of tiered tensors",
"file":"tier_catalogue.ksy",
"digest":"b5e934bac0e67b05a9718399ab12c65d971dd138d22c8a6f8f1f82b772ca7381","types":[
{"path":"tier_catalogue","parent":"any record","endian":"le","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"5154434c"}},
{"id":"version","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4,"valid":[{"kind":"equal","args":[2]}]},
{"id":"generation","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":8,"size":8,"doc":"Another number each time the catalogue is written anew, to leave out
 what is outdated."},
{"id":"next_number","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":16,"size":8,"doc":"What no file was called up to then; entries may name higher numbers."},
{"id":"frames","type":"tier_catalogue::frame[]","stored":{"is":"Record",
"path":"tier_catalogue::frame"},"offset":24,"repeat":{}}],"doc":"What a store of quire's own holds,
 and where; a log that grows at its end.\n\nThe last entry of a key counts. What a writer that died
 left of a frame, at the end, does not: a frame that is cut off,\nor zeros in the place of its last
 sectors and of all that follows.\n\nThe store is a folder with this file, `catalogue`, and one
 file for each number that an entry names: `data/N.qtr`, a tensor\nas `tiers.ksy` says, and
 `data/N.recipe`, how an absent tensor is made; N in 16 hexadecimal digits. These files never
 change,\nand a number is never given to another one. The metadata of `N.qtr` say whose it is:
 `store` has the `key`, or the `block` for\nthe name of a block, and the `epoch`.\n\n\nSee ADR-019,
 Tiered Quantization Formats, sections 3.5 and 3.10"},
{"path":"tier_catalogue::frame","parent":"tier_catalogue","endian":"le","fields":[
{"id":"len_entry","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4,"doc":"Length in bytes."},
{"id":"checksum","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4,"checksum":{"algorithm":"crc32","parts":[{"start":"entry","end":"entry"}]},
"doc":"CRC-32 (of zlib) of the entry."},
{"id":"checksum_of_head","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le"},"offset":8,"size":4,"checksum":{"algorithm":"crc32","parts":[{"start":"len_entry",
"end":"checksum"}]},"doc":"CRC-32 of the two fields before."},
{"id":"entry","type":"tier_catalogue::entry","stored":{"is":"Record","path":"tier_catalogue::entry",
"extent":{"size":"len_entry"}},"offset":12}],"edges":[{"is":"Length","field":"len_entry",
"of":"entry","at_least":true}]},
{"path":"tier_catalogue::entry","parent":"tier_catalogue::frame","endian":"le","fields":[
{"id":"key","type":"tier_catalogue::key","stored":{"is":"Record","path":"tier_catalogue::key"},
"offset":0},
{"id":"is_present","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1,
"valid":[{"kind":"at_most","args":[1]}],"doc":"0 when the key was removed."},
{"id":"state","type":"tier_catalogue::state","stored":{"is":"Record",
"path":"tier_catalogue::state"},"condition":["ne","is_present",0]},
{"id":"end","type":"bytes","stored":{"is":"Bytes","extent":{"size":0}},"size":0,
"valid":[{"kind":"that","args":[["eof","_io"]]}]}],"edges":[{"is":"Flag","field":"is_present",
"of":"state","yes":1,"no":0}]},
{"path":"tier_catalogue::key","parent":"any record","endian":"le","fields":[
{"id":"kind","type":"enum tier_catalogue::key_kind","stored":{"is":"Number","kind":"unsigned",
"size":1,"enum":"tier_catalogue::key_kind"},"offset":0,"size":1,"valid":[{"kind":"member"}]},
{"id":"len_text","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":1,"size":2,"doc":"Length in bytes."},
{"id":"text","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":"len_text"}},
"offset":3,"doc":"A name; or the identifier of a tensor in 32 hexadecimal digits, `_`, and the
 number of a block."}],"edges":[{"is":"Length","field":"len_text","of":"text"}]},
{"path":"tier_catalogue::state","parent":"tier_catalogue::entry","endian":"le","fields":[
{"id":"tier","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1,
"valid":[{"kind":"at_most","args":[3]}],"doc":"0 absent, 1 hot, 2 warm, 3 cold."},
{"id":"num_bits","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,
"size":1,"valid":[{"kind":"any_of","args":[0,3,5,7,8]}],"doc":"Width of a code; 0 for an absent
 tensor."},
{"id":"data","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":2,"size":8,"doc":"Number of the file with the tensor; 0 for none."},
{"id":"recipe","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":10,"size":8,"doc":"Number of the file that says how the tensor is made when it is absent;
 0 for none."},
{"id":"len_blocks","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":18,"size":8,"doc":"Bytes of the quantised blocks."},
{"id":"created_at","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":26,"size":8,"doc":"In ticks of the store's clock, as all times."},
{"id":"last_access_at","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,
"endian":"le"},"offset":34,"size":8},
{"id":"tier_since","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":42,"size":8},
{"id":"access_count","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":50,"size":8},
{"id":"ema_rate","type":"float","stored":{"is":"Number","kind":"float","size":4,"endian":"le"},
"offset":58,"size":4,"doc":"Moving average of accesses per tick."},
{"id":"window","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":62,"size":8,"doc":"A bit for each of the 64 ticks up to the last access, that one in the
 lowest."},
{"id":"epoch","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":70,"size":8,"doc":"Another number each time that values are put; what only goes to another
 tier keeps its own."},
{"id":"num_shape","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":78,
"size":1},
{"id":"shape","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":79,"repeat":{"count":"num_shape","limit":64},"doc":"Elements in each dimension, the
 outermost first."}],"edges":[{"is":"Count","field":"num_shape","of":"shape"}]},
{"path":"tier_catalogue::recipe_file","parent":"any record","endian":"le","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"51545250"}},
{"id":"checksum","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4,"checksum":{"algorithm":"crc32","parts":[{"start":"recipe","end":"recipe"}]},
"doc":"CRC-32 (of zlib) of the recipe."},
{"id":"recipe","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"offset":8,"doc":"A
 `recipe`, which is read when the checksum fits."}]},
{"path":"tier_catalogue::recipe","parent":"any record","endian":"le","fields":[
{"id":"key","type":"tier_catalogue::key","stored":{"is":"Record","path":"tier_catalogue::key"},
"offset":0,"doc":"Of the tensor that is made."},
{"id":"epoch","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"size":8,"doc":"Of the tensor that is made."},
{"id":"num_shape","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1},
{"id":"shape","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"repeat":{"count":"num_shape","limit":64},"doc":"Of the tensor that is made."},
{"id":"kind","type":"enum tier_catalogue::recipe_kind","stored":{"is":"Number","kind":"unsigned",
"size":1,"enum":"tier_catalogue::recipe_kind"},"size":1,"valid":[{"kind":"member"}]},
{"id":"has_source","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1,
"valid":[{"kind":"that","args":[["or",["eq","_",1],["and",["eq","_",0],["eq","kind",["enum",
"tier_catalogue::recipe_kind","factor"]]]]]}]},
{"id":"source","type":"tier_catalogue::key","stored":{"is":"Record","path":"tier_catalogue::key"},
"condition":["ne","has_source",0],"doc":"The tensor to begin with."},
{"id":"source_epoch","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"size":8,"condition":["ne","has_source",0],"doc":"The epoch that this tensor has to have."},
{"id":"scale","type":"float","stored":{"is":"Number","kind":"float","size":4,"endian":"le"},
"size":4,"condition":["eq","kind",["enum","tier_catalogue::recipe_kind","factor"]],"doc":"What the
 source is multiplied by."},
{"id":"num_permutation","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le"},"size":4,"condition":["eq","kind",["enum","tier_catalogue::recipe_kind","factor"]]},
{"id":"permutation","type":"array u4","stored":{"is":"Bytes","extent":{"size":["mul",4,
"num_permutation"]}},"condition":["eq","kind",["enum","tier_catalogue::recipe_kind","factor"]],
"array":{"dtype":"<u4","shape":["list","num_permutation"]},"doc":"Which element of the last axis of
 the source comes where; empty if they stay."},
{"id":"records","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"doc":"Delta
 records, or one factor record or none, as `tensor_store.ksy` says."}],"edges":[{"is":"Flag",
"field":"has_source","of":"source","yes":1,"no":0},{"is":"Flag","field":"has_source",
"of":"source_epoch","yes":1,"no":0},{"is":"Count","field":"num_shape","of":"shape"},{"is":"Length",
"field":"num_permutation","of":"permutation","condition":["eq","kind",["enum",
"tier_catalogue::recipe_kind","factor"]],"steps":[["divide",4]]}],"doc":"How an absent tensor is
 made."}],"enums":[
{"path":"tier_catalogue::key_kind","members":[{"id":"text","value":0},{"id":"block","value":1}]},
{"path":"tier_catalogue::recipe_kind","members":[{"id":"delta","value":1},{"id":"factor",
"value":2}]}]}}
"""
