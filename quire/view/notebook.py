"""A record in a notebook: its tree, which opens and closes, and small pictures of its arrays."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from jinja2 import Environment, FileSystemLoader, Template

from quire.generated.png import Png
from quire.runtime.feeding.best_effort import Partly
from quire.view.places import NoPlaces
from quire.view.snapshot import FEWEST, Limits, Snapshot
from quire.view.streams import Streams
from quire.view.tree import Tree

LIMITS = Limits(lines=600, previews=12, previewed=16 << 20)
"""How much of a record is shown."""


def html_of(record: Any) -> str:
    """The tree of a record as HTML without scripts; nothing of the record becomes markup.

    Instances are read for it, and let go again.

    Args:
        record: The record, read or built.
    """
    tree = Tree(Partly(record), Streams(b""), type(record).__qualname__, NoPlaces())
    lines = Snapshot(tree, lambda _type, _field: None, LIMITS).whole(tree.root, FEWEST)
    return _template().render(tree=lines, picture=_picture)


@cache
def _template() -> Template:
    folder = FileSystemLoader(Path(__file__).parent)
    # Lines have no keys for what they do not have.
    environment = Environment(loader=folder, autoescape=True, trim_blocks=True)
    return environment.get_template("notebook.html.j2")


def _picture(image: dict[str, Any]) -> str:
    """An image as the address of a PNG file that is in the address itself."""
    width, height, channels = image["w"], image["h"], image["channels"]
    pixels = np.frombuffer(b64decode(image["pixels"]), np.uint8).reshape(height, -1)
    rows = np.concatenate([np.zeros((height, 1), np.uint8), pixels], axis=1)  # no filter
    color = {1: Png.Color.grey, 3: Png.Color.rgb, 4: Png.Color.rgb_alpha}[channels]
    header = {"width": width, "height": height, "bits": 8, "color": color, "interlace": 0}
    made = Png.build(
        chunks=[
            {"kind": "IHDR", "body": {**header, "compression": 0, "filter": 0}},
            {"kind": "IDAT", "body": zlib.compress(rows.tobytes())},
            {"kind": "IEND", "body": b""},
        ]
    )
    return f"data:image/png;base64,{b64encode(made.to_bytes()).decode()}"
