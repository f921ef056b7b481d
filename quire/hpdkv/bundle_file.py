"""A bundle by the names that all formats have for opening and loading."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from quire.hpdkv.bundle import Bundle
from quire.kernels.engine.given import expect_list
from quire.progress import Progress, telling
from quire.sources import Given, Source


def open_bundle(
    source: Given | Source,
    *,
    verify: bool = True,  # noqa: ARG001  # as all have it; a bundle has no checksums
    storage_options: Mapping[str, Any] | None = None,
) -> Bundle:
    """Open a bundle; arguments are those of `quire.open`."""
    return Bundle(Source.of(source, storage_options))


def load_bundle(
    source: Given | Source,
    names: Iterable[str] | None = None,
    *,
    device: Any = None,
    framework: str | None = None,
    progress: Progress = None,
    storage_options: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The dense tensors of a bundle by their names, or some of them.

    Args:
        source: See `quire.open` for what can be opened.
        names: Which; None for all, in the order of the file.
        device: As of `unpack_residuals`.
        framework: As there.
        progress: Told (tensors done, tensors in all); True shows a bar on a terminal.
        storage_options: As of `quire.open`.

    Raises:
        FormatError: the file is damaged.
        KeyError: a name is of no tensor.
        TypeError: `names` is one name.
    """
    expect_list(names, "names", "names")
    found = {}
    with open_bundle(source, storage_options=storage_options) as bundle:
        wanted = list(bundle if names is None else names)
        with telling(progress, "loading tensors", len(wanted)) as tell:
            for name in wanted:
                found[name] = bundle.load(name, device=device, framework=framework)
                tell(1)
    return found
