"""What is checked beside fields: sizes before they are read, digests after what they are of."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.targets.construct.expressions import Printer, member
from quire.generator.targets.construct.names import Used
from quire.generator.targets.construct.rebuilt import is_there
from quire.runtime import structure as s
from quire.runtime.frozen import Frozen


class Digest(Frozen):
    """A field that holds the digest of another one of its type."""

    field: s.Field
    checksum: s.Checksum
    over: s.Field
    is_behind: bool

    @property
    def of_bytes(self) -> bool:
        """Whether it is always that of the stored bytes, which are what Construct has."""
        return self.checksum.decoded is None or self.checksum.decoded is False

    @property
    def is_plain(self) -> bool:
        """Whether it is verified always, where it stands."""
        return self.of_bytes and self.is_behind and not self.conditions()

    def conditions(self) -> list[s.Expr]:
        """What holds where it is verified."""
        asked = (self.field.condition, self.over.condition, self.checksum.condition)
        found = list(dict.fromkeys(expr for expr in asked if expr is not None))
        decoded = self.checksum.decoded
        return found if decoded is None or decoded is False else [*found, ("not", decoded)]

    @property
    def comment(self) -> str:
        """What has to be said of one that is not verified, or not always."""
        if self.of_bytes:
            return ""
        where = "" if self.checksum.decoded is True else ", where it is one"
        return f"Not verified: a digest of what `{self.over.id}` decodes to{where}."


class Checks:
    """The checks of one type."""

    def __init__(self, type_: s.Type, printer: Printer, used: Used) -> None:
        self._printer = printer
        self._used = used
        order = {field.id: i for i, field in enumerate(type_.fields)}
        found = [field for field in type_.fields if is_checked(field)]
        self.digests = {field.id: _digest(field, type_, order) for field in found}

    def algorithm(self, digest: Digest) -> str:
        """A function of bytes."""
        if digest.checksum.algorithm == "crc32":
            return f"{self._used['zlib']}.crc32"
        return f"lambda data: {self._call(digest, 'data')}"

    def value(self, digest: Digest) -> str:
        """The digest of the bytes that are there."""
        return self._call(digest, member("this", digest.over.id))

    def rebuilt(self, digest: Digest) -> str:
        """What building makes of it; what was given, where there are no bytes."""
        value = self.value(digest)
        if digest.over.condition in (None, digest.field.condition):
            return value
        return f"{value} if {is_there(digest.over.id)} else {member('this', digest.field.id)}"

    def _call(self, digest: Digest, data: str) -> str:
        if digest.checksum.algorithm == "crc32":
            return f"{self._used['zlib']}.crc32({data})"
        return f"{self._used['blake3']}.blake3({data}).digest({digest.checksum.size})"

    def behind(self, field: s.Field) -> Iterator[tuple[str, str]]:
        """What holds of digests after a field, and where that is asked."""
        for digest in self.digests.values():
            last = digest.field if digest.is_behind else digest.over
            if last is not field or digest.is_plain or digest.checksum.decoded is True:
                continue
            asked = " and ".join(map(self._printer.operand, digest.conditions()))
            yield f"{member('this', digest.field.id)} == {self.value(digest)}", asked

    def before(self, field: s.Field) -> Iterator[tuple[str, str]]:
        """What holds of the size and the count of a field, and where that is asked."""
        asked = "" if field.condition is None else self._printer.operand(field.condition)
        repeat, extent = field.repeat, _extent(field.stored)
        if repeat is not None and repeat.count is not None and repeat.limit is not None:
            yield self._printer.text(("le", repeat.count, repeat.limit)), asked
        if repeat is None and extent and extent.limit is not None and extent.size is not None:
            yield self._printer.text(("le", extent.size, extent.limit)), asked


def is_checked(field: s.Field) -> bool:
    """Whether a field holds a digest that Construct verifies and makes."""
    digest = field.checksum
    return digest is not None and bool(digest.over) and digest.algorithm in ("crc32", "blake3")


def _digest(field: s.Field, type_: s.Type, order: dict[str, int]) -> Digest:
    assert field.checksum is not None
    over = type_.field(field.checksum.over)
    behind = order[field.id] > order[over.id]
    return Digest(field=field, checksum=field.checksum, over=over, is_behind=behind)


def _extent(stored: s.Stored | None) -> s.Extent | None:
    """Where the bytes of a field end; those of its cases have one size."""
    if isinstance(stored, s.Switch):
        return next(filter(None, (_extent(case.stored) for case in stored.cases)), None)
    return getattr(stored, "extent", None)
