"""`unknown`: nothing is decoded or encoded."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.unknown.codec import Unknown, unreadable
from quire.runtime.errors import EncodingError


def decode(
    stored: npt.NDArray[np.uint8],  # noqa: ARG001  # whatever they are
    out: npt.NDArray[np.float32],  # noqa: ARG001  # stays as it is
    codec: Unknown,
    *,
    fresh: bool = False,  # noqa: ARG001  # the same
) -> NoReturn:
    """Refuse.

    Raises:
        StoredError: always; it names the scheme.
    """
    raise unreadable(codec)


def encode(array: npt.NDArray[np.floating[Any]], codec: Unknown) -> NoReturn:  # noqa: ARG001  # whatever it is
    """Refuse.

    Raises:
        EncodingError: always; it names the scheme.
    """
    raise EncodingError(f"expected a scheme that is known, found {codec.scheme!r}")
