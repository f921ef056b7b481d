"""Opening a file of whatever format is known."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from quire.arrays import ArrayFile, Options, Selection
from quire.formats import FORMATS, MOST, Format, SeveralFormats, format_of, shelves
from quire.opened import Opening
from quire.runtime import Struct
from quire.sources import Given, Source

if TYPE_CHECKING:  # each takes time to import, and a file is of one format
    from quire.cdd.file import StoreFile
    from quire.cvc.columns import ColumnsReader
    from quire.cvc.reader import CvcReader
    from quire.finalfusion.file import EmbeddingsFile
    from quire.hpdkv.bundle import Bundle
    from quire.hpdkv.file import ResidualFile
    from quire.tiers.file.tensor_file import TensorFile
    from quire.tiers.segments.file import SegmentFile


@overload
def open_file(
    source: Given, format: Literal["cvc"], **opening: Unpack[Opening]
) -> CvcReader | ColumnsReader: ...
@overload
def open_file(
    source: Given, format: Literal["finalfusion"], **opening: Unpack[Opening]
) -> EmbeddingsFile: ...
@overload
def open_file(
    source: Given, format: Literal["cdd", "cryptodd"], **opening: Unpack[Opening]
) -> StoreFile: ...
@overload
def open_file(
    source: Given, format: Literal["hpdkv"], **opening: Unpack[Opening]
) -> ResidualFile: ...
@overload
def open_file(
    source: Given, format: Literal["hpdkv_bundle"], **opening: Unpack[Opening]
) -> Bundle: ...
@overload
def open_file(
    source: Given, format: Literal["tiers"], **opening: Unpack[Opening]
) -> TensorFile: ...
@overload
def open_file(
    source: Given, format: Literal["tqtc"], **opening: Unpack[Opening]
) -> SegmentFile: ...
@overload
def open_file(
    source: Given, format: str | None = None, **opening: Unpack[Opening]
) -> ArrayFile | ColumnsReader | Bundle | Struct: ...
def open_file(
    source: Given,
    format: str | None = None,
    *,
    verify: bool = True,
    storage_options: Mapping[str, Any] | None = None,
) -> Any:
    """Open a file of any format that is known; nothing is decoded before it is asked for.

    Args:
        source: A path, whose file is mapped; a URL that fsspec knows, of which ranges are fetched
            as they are looked at; the bytes of a file, which must not be changed meanwhile; a
            binary file, which is read from its position to its end; or "-", standard input.
        format: Its name, as `quire formats` lists it; None to find it by the first bytes, else by
            the extension.
        verify: Whether checksums are compared before something is first decoded.
        storage_options: For a URL: what fsspec's file system is told.

    Returns:
        An `ArrayFile` if it holds an array; a mapping from names to arrays if it holds several; its
        record, for a format without arrays of its own.

    Raises:
        FormatError: the file is damaged.
        ValueError: no format fits, several do, or `format` is not the name of one.
        OSError: it cannot be read.
        ImportError: fsspec, or what it needs for such a URL, is not installed.
    """
    return _opened(Source.of(source, storage_options), format, verify=verify)


def load(
    source: Given,
    format: str | None = None,
    rows: Selection | None = None,
    out: Any = None,
    *,
    verify: bool = True,
    storage_options: Mapping[str, Any] | None = None,
    **options: Unpack[Options],
) -> Any:
    """The array of a file, or some rows of it.

    Args:
        source: As of `open`.
        format: As there.
        rows: As of `ArrayFile.read`, and so are `out` and the options.
        out: As there.
        verify: As of `open`.
        storage_options: As there.
        options: As of `ArrayFile.read`.

    Raises:
        FormatError: the file is damaged.
        ValueError: it holds no array, or several; and as of `open` and `ArrayFile.read`.
    """
    found = Source.of(source, storage_options)
    with _opened(found if rows is not None else found.fetch(), format, verify=verify) as opened:
        if not isinstance(opened, ArrayFile):
            kind = type(opened).__name__
            message = f"expected a file that holds one array, found {kind}: `open` gives it"
            raise ValueError(message)  # noqa: TRY004  # the file is wrong, not a type
        return opened.read(rows, out, **options)


def _opened(source: Source, format: str | None, *, verify: bool) -> Any:
    known = known_format(source, format)
    if known.face:
        return known.open(source, verify=verify)
    record_class = _record_class(known)
    if source.url is not None:  # records look everywhere
        return record_class.from_bytes(source.data)
    return source.read(record_class)


def known_format(source: Source, format: str | None = None) -> Format:
    """The format of a file: that of a name, else the one that is found.

    Raises:
        ValueError: no format fits, several do, or `format` is not the name of one.
        OSError: the file cannot be read.
    """
    return _found(source) if format is None else _named(format)


def _found(source: Source) -> Format:
    name = source.path or source.url or source.name
    try:
        known = format_of(source.start(MOST), _suffix(name))
    except SeveralFormats as error:
        raise ValueError(f"{source.name} may be of {error}: name its format") from None
    if known is None:
        raise ValueError(
            f"{source.name} is not in a known format: name its format, one of {_names()}"
        )
    return known


def _suffix(name: str) -> str:
    """The extension, with its dot: pathlib would take longer than all else that finds a format."""
    return os.path.splitext(name)[1]  # noqa: PTH122  # a path object takes several times as long


def _named(name: str) -> Format:
    for shelf in shelves():
        for known in shelf:
            if known.name == name:
                return known
    raise ValueError(f"format: expected one of {_names()}, found {name!r}")


def _names() -> str:
    return ", ".join(known.name for known in FORMATS)


def _record_class(known: Format) -> Any:
    if known.spec is None:
        return known.generated()
    from quire.importing import compile_spec  # the compiler takes time to import

    module = compile_spec(known.spec)
    return getattr(module, module.__all__[0])
