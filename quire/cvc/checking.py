"""Reports on files, and files brought up to the layout with checksums."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from quire.cvc.loading import open_file
from quire.cvc.opening import open_layout
from quire.cvc.writing import write_file
from quire.generated.cvc import Cvc
from quire.progress import Progress, telling
from quire.runtime import FormatError
from quire.sources import Source

MEGABYTE = 1 << 20

LATEST = "v1.0"
"""The newest layout of vectors without columns."""


def detect_version(path: str | os.PathLike[str]) -> tuple[int, int]:
    """(major, minor) of a file's layout; (0, 1) for that without a version.

    Raises:
        FormatError: it is no CVC file, is cut off, or contradicts itself.
    """
    with Cvc.from_file(path) as file:
        return _version(file)


def _version(file: Cvc) -> tuple[int, int]:
    return (int(file.version.major), file.version.minor) if file.format_version else (0, 1)


def validate_cvc_version(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Which layout a file has, as a report.

    Returns:
        `valid` and `path`; of a file whose structure is right also `version` ("v1.0"),
        `version_tuple`, `needs_upgrade` (it has no version) and `current_latest`; else `error`.

    Raises:
        FileNotFoundError: there is no such file.
    """
    report = {"path": os.fspath(path)}
    try:
        major, minor = detect_version(path)
    except FormatError as error:
        return {"valid": False, "error": str(error), **report}
    return {
        "valid": True,
        "version": f"v{major}.{minor}",
        "version_tuple": (major, minor),
        "needs_upgrade": major == 0,
        "current_latest": LATEST,
        **report,
    }


def validate_cvc(path: str | os.PathLike[str], *, progress: Progress = None) -> dict[str, Any]:
    """Check all that can be checked of a file, its checksums too.

    Args:
        path: The file.
        progress: Called with (chunks done, chunks in all).

    Returns:
        `valid`, `errors` (texts), `warnings` (texts on what is odd but does no harm), `size_bytes`,
        `size_mb`; of a file whose structure is right also `version` ("v1.0"), `num_vectors`,
        `num_chunks`, and `dimension` and `compression`, or `columns`.

    Raises:
        FileNotFoundError: there is no such file.
    """
    size = Path(path).stat().st_size
    report: dict[str, Any] = {"valid": False, "version": "unknown", "errors": [], "warnings": []}
    report |= {"size_bytes": size, "size_mb": round(size / MEGABYTE, 2)}
    try:
        major, minor = detect_version(path)
        report["version"] = f"v{major}.{minor}"
        with open_file(path) as reader:
            report |= reader.facts()
            report["warnings"] += reader.verify(progress=progress)
    except FormatError as error:
        report["errors"].append(str(error))
    report["valid"] = not report["errors"]
    if report["version"] == "v0.1":
        report["warnings"].append("no checksums; `upgrade_cvc` adds them")
    return report


def validate_cvc_integrity(
    path: str | os.PathLike[str],
    verbose: bool = False,  # noqa: FBT001, FBT002  # as its users know it
    *,
    progress: Progress = None,
) -> dict[str, Any]:
    """Find the chunks whose payloads are damaged.

    Args:
        path: The file.
        verbose: Whether a bar shows a terminal how far it is.
        progress: Called with (chunks done, chunks in all).

    Returns:
        `valid`, `error` (a text on damage of header or records, or None), `total_chunks`,
        `corrupted_chunks` (indices) and `corrupted_ranges` ((start, stop) of rows). The payloads
        of a file without checksums are right where they can be decoded.

    Raises:
        FileNotFoundError: there is no such file.
    """
    report: dict[str, Any] = {"valid": False, "error": None, "total_chunks": 0}
    report |= {"corrupted_chunks": [], "corrupted_ranges": []}
    try:
        file = Cvc.from_file(path)
    except FormatError as error:
        return {**report, "error": str(error)}
    with file:
        records: Sequence[Any] = file.column_chunks if file.format_version == 2 else file.chunks
        report["total_chunks"], start = len(records), 0
        label = f"checking {os.fsdecode(path)}"
        with telling(progress or verbose, label, len(records)) as tell:
            for index, record in enumerate(records):
                stop = start + file.header.chunks[index].rows
                try:
                    record.payload.verify()
                except FormatError:
                    report["corrupted_chunks"].append(index)
                    report["corrupted_ranges"].append((start, stop))
                start = stop
                tell(1)
    return {**report, "valid": not report["corrupted_chunks"]}


def upgrade_cvc(
    input_path: str | os.PathLike[str],
    output_path: str | os.PathLike[str],
    verbose: bool = False,  # noqa: FBT001, FBT002  # as its users know it
) -> dict[str, Any]:
    """Write a file without a version as one of version 1, with checksums; payloads are copied.

    A file of version 1 is copied.

    Args:
        input_path: The file.
        output_path: A file that is not there yet.
        verbose: Whether a terminal is shown how long it takes.

    Returns:
        `input_version`, `output_version`, `num_chunks`, `num_vectors`, `dimension`,
        `input_size_mb`, `output_size_mb`.

    Raises:
        FormatError: the file is damaged, or has columns.
        FileExistsError: the new file exists already.
    """
    target = Path(output_path)
    if target.exists():
        raise FileExistsError(f"{target}: the file exists; name another one, or remove it first")
    with (
        open_layout(Source.of(input_path), columns=False) as file,
        telling(verbose, f"upgrading {os.fsdecode(input_path)}", 1) as tell,
    ):
        if file.format_version == 0:
            chunks = file.chunks
            write_file(
                target, 1, file.header.tree(), lambda i: Cvc.Chunk.build(payload=chunks[i].payload)
            )
        else:
            file.validate()
            file.to_file(target)
        tell(1)
        return {
            "input_version": "v{}.{}".format(*_version(file)),
            "output_version": LATEST,
            "num_chunks": len(file.chunks),
            "num_vectors": file.header.num_vectors,
            "dimension": file.header.dimension,
            "input_size_mb": round(Path(input_path).stat().st_size / MEGABYTE, 2),
            "output_size_mb": round(target.stat().st_size / MEGABYTE, 2),
        }
