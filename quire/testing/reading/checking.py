"""What reading leaves for later, checked by the plan: checksums, instances, payloads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quire.kernels.engine.payload import Encoded
from quire.runtime import structure as s
from quire.runtime.coding.digests import Settings, digest
from quire.runtime.coding.sums import Span, Sum
from quire.runtime.errors import FormatError, join_path
from quire.testing.reading.found import Scan
from quire.testing.stored.window import Unsure, Wrong


class BadSum(Wrong):
    """A checksum that is not that of what it is over.

    Args:
        path: Of the checksum, or of the payload that it is over.
        offset: Where that is.
        place: Where the checksum is stored.
        right: What has to be there.
    """

    def __init__(self, path: str, offset: int | None, place: Span, right: bytes) -> None:
        super().__init__("ChecksumError", path, offset)
        self.place, self.right = place, right


class Check:
    """Checks a file that was read by its plan."""

    def __init__(self) -> None:
        self._seen: set[int] = set()

    def all(self, scan: Scan) -> None:
        """Check a record and all below it.

        Raises:
            Wrong: something is not as the spec has it.
            Unsure: the plan does not tell.
        """
        if id(scan) in self._seen:
            return
        self._seen.add(id(scan))
        plan = scan.type.plan
        for field in plan.fields:
            if field.checksum is not None and field.id in scan and not field.checksum.over:
                self._sum(field, field.checksum, scan)
        for field in (*plan.fields, *plan.instances):
            value = self._member(field, scan)
            if isinstance(value, Encoded):
                self._payload(field, value, scan)
            elif field.value is None:
                for each in value if isinstance(value, list) else [value]:
                    if isinstance(each, Scan):
                        self.all(each)

    def _member(self, field: s.Field, scan: Scan) -> Any:
        if field.id not in scan.computed:
            return scan.get(field.id)
        try:
            return scan[field.id]
        except Unsure:
            if field.value is None:
                raise
            return None  # nobody has said that it cannot be computed

    # -- checksums ------------------------------------------------------------------------------

    def _sum(self, field: s.Field, key: s.Checksum, scan: Scan) -> None:
        path = join_path(scan.path, field.id)
        if key.condition is not None and not self._of(key.condition, scan, path):
            return
        begin, end = scan.spans[field.id]
        data = scan.window.data
        made = self._expected(field, key, scan, path)
        try:
            value = made.of(data)
            right = made.stored(value)
        except FormatError as error:  # what it is over cannot be inflated
            raise Wrong(type(error).__name__, path, error.offset) from None
        zeros = key.algorithm == "internet" and {right, data[begin:end]} == {b"\0\0", b"\xff\xff"}
        if not made.is_in(bytes(data[begin:end]), value) and not zeros:
            raise BadSum(path, scan.window.offset(begin), (begin, end), right)

    def _expected(self, field: s.Field, key: s.Checksum, scan: Scan, path: str) -> Sum:
        stored = field.stored
        number = isinstance(stored, s.Number)
        return Sum(
            field.id,
            scan.spans[field.id][0],
            key.algorithm,
            None if number else key.size,
            _scalar(stored, scan),
            tuple(self._parts(key, scan, path)),
            key.own,
            Settings(self._told(key.init, scan, path), self._told(key.xor, scan, path), key.word),
            self._told(key.mask, scan, path),
            key.negated,
            bool(self._told(key.inflated, scan, path)),
            base=key.base or 0,
        )

    def _parts(self, key: s.Checksum, scan: Scan, path: str) -> Iterator[bytes | Span]:
        for part in key.parts:
            if part.instance:
                _ = scan[part.instance]
                yield scan.spans[part.instance]
            elif part.value is not None:
                yield self._bytes(self._of(part.value, scan, path), key, scan, path)
            else:
                spans, window = scan.spans, scan.window
                begin = spans[part.start][int(part.behind)] if part.start else window.begin
                end = spans[part.end][int(not part.before)] if part.end else window.end
                yield begin, end

    def _bytes(self, value: Any, key: s.Checksum, scan: Scan, path: str) -> bytes:
        """What a checksum is over of a value."""
        if not isinstance(value, Encoded):
            return bytes(value)
        if not self._told(key.decoded, scan, path):
            return bytes(value.stored)
        try:
            return bytes(value.decode().tobytes())
        except FormatError as error:
            raise Unsure(str(error)) from None

    def _of(self, expr: s.Expr, scan: Scan, path: str) -> Any:
        return scan.type.value(expr, scan, path, None)

    def _told(self, expr: s.Expr | None, scan: Scan, path: str) -> Any:
        return None if expr is None else self._of(expr, scan, path)

    # -- payloads -------------------------------------------------------------------------------

    def _payload(self, field: s.Field, value: Encoded, scan: Scan) -> None:
        path = join_path(scan.path, field.id)
        offset = scan.window.offset(scan.spans[field.id][0])
        for each in scan.type.plan.fields:
            key = each.checksum
            if key is not None and key.over == field.id and each.id in scan and not key.decoded:
                self._digest(each, key, bytes(value.stored), scan, (path, offset))
        try:
            value.verify()
        except FormatError as error:  # which knows where in the payload it is
            raise Wrong(type(error).__name__, path, error.offset) from None
        for each in scan.type.plan.fields:
            key = each.checksum
            if key is not None and key.over == field.id and each.id in scan and key.decoded:
                stored = self._bytes(value, key, scan, path)
                self._digest(each, key, stored, scan, (path, offset))

    def _digest(
        self, field: s.Field, key: s.Checksum, over: bytes, scan: Scan, at: tuple[str, Any]
    ) -> None:
        if key.condition is not None and not self._of(key.condition, scan, at[0]):
            return
        stored, place = field.stored, scan.spans[field.id]
        found = digest(key.algorithm, over, key.size if not isinstance(stored, s.Number) else None)
        if not isinstance(found, bytes):
            scalar = _scalar(stored, scan)
            order: Any = "little" if scalar.endswith("le") else "big"
            found = found.to_bytes(place[1] - place[0], order)
        if scan.window.data[slice(*place)] != found:
            raise BadSum(*at, place, found)


def _scalar(stored: s.Stored | None, scan: Scan) -> str:
    if not isinstance(stored, s.Number):
        return ""
    order = scan.endian if stored.endian == "chosen" else stored.endian
    return f"u{stored.size}{order}"
