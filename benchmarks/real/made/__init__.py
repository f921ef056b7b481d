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
)
"""What is installed for them, beside the collected files."""

MAKERS: tuple[Maker, ...] = (
    *archives.MAKERS,
    *data.MAKERS,
    *disks.MAKERS,
    *images.MAKERS,
    *network.MAKERS,
    *sound.MAKERS,
)
