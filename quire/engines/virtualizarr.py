"""Parsers of VirtualiZarr: a CDD store or a CVC file as a virtual Zarr array; no byte is copied."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlparse

from virtualizarr.manifests import ManifestStore

from quire.cdd.file import StoreFile
from quire.cvc.reader import CvcReader
from quire.engines.manifests import store_of
from quire.engines.zarr import CddChunk
from quire.engines.zarr_cvc import CHECKED, CvcChunk, entry_of
from quire.sources import Source


class CddParser:
    """Tells VirtualiZarr where the chunks of a store are: `open_virtual_dataset(url, …, parser=…)`.

    Each chunk says its own shape and type, so the codec needs no more than its bytes.
    """

    def __call__(self, url: str, registry: Any) -> ManifestStore:
        """The array `value` of a store; its first dimension is `row`.

        Raises:
            FormatError: the store is damaged.
            ValueError: its chunks have other numbers of rows, which Zarr does not know.
        """
        with StoreFile(_source(url)) as file:
            infos, codec = file.reader.chunks, CddChunk(file.reader.layout)
            rows = [info.shape[0] for info in infos]
            places = [(info.offset, info.offset + info.size) for info in infos]
            return store_of(url, registry, file, codec, rows, places)


class CvcParser:
    """Tells VirtualiZarr where the chunks of a CVC file of version 1 are.

    How each is stored stands in the header of the file, and so in the metadata of the array.
    """

    def __call__(self, url: str, registry: Any) -> ManifestStore:
        """The array `value` of a file; its first dimension is `row`.

        Raises:
            FormatError: the file is damaged.
            ValueError: its chunks have other numbers of rows, or no checksums, or some have the
                same one and differ in how they are stored.
        """
        with CvcReader(_source(url)) as file:
            if file.format_version != CHECKED:
                message = "has no checksums to tell its chunks by: pack it with format_version=1"
                raise ValueError(f"{url}: {message}")
            records = [file.record(i) for i in range(len(file.chunks))]
            entries: dict[str, dict[str, Any]] = {}
            for chunk, (_, _, crc) in zip(file.chunks, records, strict=True):
                entry = entry_of(chunk)
                if entries.setdefault(str(crc), entry) != entry:
                    message = f"chunk {chunk.index} has the checksum of another that is stored"
                    raise ValueError(f"{url}: {message} otherwise: use xarray.open_dataset")
            rows = [chunk.rows for chunk in file.chunks]
            places = [(start, stop) for start, stop, _ in records]
            return store_of(url, registry, file, CvcChunk(entries), rows, places)


def _source(url: str) -> Source:
    given = urlparse(url)
    return Source.of(given.path if given.scheme == "file" else url)
