"""Files with an array in chunks of the same number of rows, as virtual stores of Zarr."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from virtualizarr.manifests import ChunkManifest, ManifestArray, ManifestGroup, ManifestStore
from virtualizarr.manifests.utils import create_v3_array_metadata

from quire.arrays import ArrayFile
from quire.datasets.part import VALUE
from quire.engines.zarr import CddChunk
from quire.engines.zarr_cvc import CvcChunk


def store_of(
    url: str,
    registry: Any,
    file: ArrayFile,
    codec: CddChunk | CvcChunk,
    rows: Sequence[int],
    places: Sequence[tuple[int, int]],
) -> ManifestStore:
    """A store with the array of a file.

    Args:
        url: The file.
        registry: Where VirtualiZarr finds its bytes.
        file: It is open.
        codec: Decodes a chunk.
        rows: Of each chunk.
        places: First byte of each, and the one after its last.
    """
    shape = file.shape
    array = ManifestArray(
        metadata=create_v3_array_metadata(
            shape=shape,
            data_type=file.dtype,
            chunk_shape=(_rows_of(url, rows), *shape[1:]),
            fill_value=0,
            codecs=[codec.to_dict()],
            dimension_names=["row", *(f"{VALUE}_{axis}" for axis in range(1, len(shape)))],
        ),
        chunkmanifest=_manifest(url, np.array(places, np.uint64).reshape(-1, 2), len(shape)),
    )
    return ManifestStore(group=ManifestGroup(arrays={VALUE: array}), registry=registry)


def _rows_of(url: str, counts: Sequence[int]) -> int:
    """The rows of each chunk but the last, which may have fewer.

    Raises:
        ValueError: they differ, or there are none.
    """
    if not counts:
        raise ValueError(f"{url}: it has no chunks")
    if any(count != counts[0] for count in counts[:-1]) or counts[-1] > counts[0]:
        raise ValueError(
            f"{url}: its chunks have {min(counts)} to {max(counts)} rows, and those of Zarr all "
            "the same: write chunks of one size"
        )
    return counts[0]


def _manifest(url: str, places: Any, axes: int) -> ChunkManifest:
    shape = (len(places), *(1,) * (axes - 1))
    texts = np.dtypes.StringDType()
    return ChunkManifest.from_arrays(
        paths=np.full(shape, url, texts),
        offsets=places[:, 0].reshape(shape),
        lengths=(places[:, 1] - places[:, 0]).reshape(shape),
    )
