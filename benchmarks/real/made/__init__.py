"""Files that libraries and tools make on the spot: (spec, name, bytes); the same ones each time."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks.real.made import archives, data, disks, images, network, sound

Found = tuple[str, str, bytes]
Maker = Callable[[], Iterator[Found]]

LIBRARIES = (
    "pillow",
    "mido",
    "msgpack",
    "pymongo",
    "scapy",
    "mutagen",
    "cryptography",
    "mcap",
    "av",
    "fonttools",
    "macholib",
)
"""What is installed beside the collected files: what makes some, and what tests have edited ones
read by."""

MAKERS: tuple[Maker, ...] = (
    *archives.MAKERS,
    *data.MAKERS,
    *disks.MAKERS,
    *images.MAKERS,
    *network.MAKERS,
    *sound.MAKERS,
)
