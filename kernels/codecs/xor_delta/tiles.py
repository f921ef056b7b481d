"""How a GPU sums rows up: by tiles, all at once, then by the rows that their totals make.

A *tile* is some rows of one segment, a *lane* one column of a tile: what a thread walks down. First
each lane is reduced to its total. The totals of a segment are rows again, one for each tile, and
are summed up in the same way, until one tile holds them all. Then each lane is summed up, from the
sum that ends the lane above it on. That reads the stored bytes twice, and gives a GPU enough to do
whether there are few columns or few rows.
"""

from __future__ import annotations

from typing import NamedTuple

from quire.kernels.codecs.xor_delta.codec import XorDelta
from quire.kernels.contract import ITEM_SIZES

HEIGHT = 16
"""Rows of a tile: 2000 rows of 150 words give 18750 lanes, and a sixteenth as many totals as there
are words. Not tuned on a GPU."""


class Layout(NamedTuple):
    """Where the bytes of a word are; at any address, so words are put together from bytes.

    Attributes:
        size: Bytes of a word.
        word_step: From a word to the next, in bytes.
        byte_step: From a byte of a word to its next.
    """

    size: int
    word_step: int
    byte_step: int


TOTALS = Layout(8, 8, 1)
"""Of the totals, whatever the words are: what `add` needs."""


class Tiles(NamedTuple):
    """Rows, cut into tiles; lanes are numbered by segment, tile and column, in this order.

    Attributes:
        width: Words of a row.
        rows: Rows of a segment.
        height: Rows of a tile; the last of a segment may have fewer.
        tiles: Tiles of a segment.
        lanes: Columns of all tiles.
    """

    width: int
    rows: int
    height: int
    tiles: int
    lanes: int


def layout(codec: XorDelta, words: int) -> Layout:
    """Where the bytes of a word are in a payload of so many."""
    size = ITEM_SIZES[codec.stored]
    return Layout(size, 1, words) if codec.planes else Layout(size, size, 1)


def cut(words: int, width: int, rows: int) -> Tiles:
    """Tiles of so many words, at least one, in segments of `rows` rows."""
    height = min(rows, HEIGHT)
    tiles = -(-rows // height)
    return Tiles(width, rows, height, tiles, words // rows * tiles)
