"""A parser of VirtualiZarr: a CDD store as a virtual Zarr array, of which no byte is copied."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlparse

import numpy as np
from virtualizarr.manifests import ChunkManifest, ManifestArray, ManifestGroup, ManifestStore
from virtualizarr.manifests.utils import create_v3_array_metadata

from quire.cdd.chunk_info import ChunkInfo
from quire.cdd.file import StoreFile
from quire.datasets.part import VALUE
from quire.engines.zarr import CddChunk
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
        given = urlparse(url)
        source = Source.of(given.path if given.scheme == "file" else url)
        with StoreFile(source) as file:
            infos, shape, dtype = file.reader.chunks, file.shape, file.dtype
            layout = file.reader.layout
        rows = _rows_of(url, infos)
        array = ManifestArray(
            metadata=create_v3_array_metadata(
                shape=shape,
                data_type=dtype,
                chunk_shape=(rows, *shape[1:]),
                fill_value=0,
                codecs=[CddChunk(layout).to_dict()],
                dimension_names=["row", *(f"{VALUE}_{axis}" for axis in range(1, len(shape)))],
            ),
            chunkmanifest=_manifest(url, infos, len(shape)),
        )
        return ManifestStore(group=ManifestGroup(arrays={VALUE: array}), registry=registry)


def _rows_of(url: str, infos: list[ChunkInfo]) -> int:
    """The rows of each chunk but the last, which may have fewer.

    Raises:
        ValueError: they differ.
    """
    counts = [info.shape[0] for info in infos]
    if any(count != counts[0] for count in counts[:-1]) or counts[-1] > counts[0]:
        raise ValueError(
            f"{url}: its chunks have {min(counts)} to {max(counts)} rows, and those of Zarr all "
            "the same: append chunks of one size"
        )
    return counts[0]


def _manifest(url: str, infos: list[ChunkInfo], axes: int) -> ChunkManifest:
    shape = (len(infos), *(1,) * (axes - 1))
    texts = np.dtypes.StringDType()
    return ChunkManifest.from_arrays(
        paths=np.full(shape, url, texts),
        offsets=np.array([info.offset for info in infos], np.uint64).reshape(shape),
        lengths=np.array([info.size for info in infos], np.uint64).reshape(shape),
    )
