"""Which codecs there are: a table of names. Nothing is imported until one is asked for."""

from __future__ import annotations

import difflib
import importlib
from functools import cache

from quire.kernels.contract import Codec, Kernel, kernels
from quire.kernels.engine import offered

_CODECS = "quire.kernels.codecs"

CODECS = {
    "fp16": f"{_CODECS}.fp16.codec:Fp16",
    "affine_u8": f"{_CODECS}.affine_u8.codec:AffineU8",
    "block_quant": f"{_CODECS}.block_quant.codec:BlockQuant",
    "group_quant": f"{_CODECS}.group_quant.codec:GroupQuant",
    "pq": f"{_CODECS}.pq.codec:Pq",
    "raw": f"{_CODECS}.raw.codec:Raw",
    "png_rows": f"{_CODECS}.png_rows.codec:PngRows",
    "bmp_rows": f"{_CODECS}.bmp_rows.codec:BmpRows",
    "bmp_runs": f"{_CODECS}.bmp_runs.codec:BmpRuns",
    "gif_rows": f"{_CODECS}.gif_rows.codec:GifRows",
    "ggml_blocks": f"{_CODECS}.ggml_blocks.codec:GgmlBlocks",
    "short_int": f"{_CODECS}.short_int.codec:ShortInt",
    "xor_delta": f"{_CODECS}.xor_delta.codec:XorDelta",
    "sparse_scatter": f"{_CODECS}.sparse_scatter.codec:SparseScatter",
    "bf16": f"{_CODECS}.bf16.codec:Bf16",
    "affine_int": f"{_CODECS}.affine_int.codec:AffineInt",
    "affine_u4": f"{_CODECS}.affine_u4.codec:AffineU4",
    "dictionary_planes": f"{_CODECS}.dictionary_planes.codec:DictionaryPlanes",
    "zstd": f"{_CODECS}.zstd.codec:Zstd",
    "lz4": f"{_CODECS}.lz4.codec:Lz4",
    "zlib": f"{_CODECS}.zlib.codec:Zlib",
    "deflate": f"{_CODECS}.deflate.codec:Deflate",
    "sub_blocks": f"{_CODECS}.sub_blocks.codec:SubBlocks",
    "gif_lzw": f"{_CODECS}.gif_lzw.codec:GifLzw",
    "unknown": f"{_CODECS}.unknown.codec:Unknown",
}
"""By name in a spec, the class: as packages of others declare theirs."""

PLAIN = "raw"
"""The codec of a field where no other makes the array: its elements are stored as they are."""


class UnknownCodec(KeyError):
    """No codec has that name; the text names the nearest."""

    def __str__(self) -> str:
        return str(self.args[0])  # KeyError would show its repr


@cache
def codec(name: str) -> type[Codec]:
    """Find a codec by its name: of quire, else of an installed package.

    Raises:
        UnknownCodec: there is none.
        CodecRefused: a package offers one that cannot be used; says why.
    """
    if name in CODECS:
        module, _, attribute = CODECS[name].partition(":")
        found: type[Codec] = getattr(importlib.import_module(module), attribute)
        return found
    if (of_package := offered.find(name)) is not None:
        return of_package
    known = (*CODECS, *offered.names())
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(known)}"
    raise UnknownCodec(f"no codec is named `{name}`; {hint}")


def codecs() -> list[type[Codec]]:
    """The codecs of quire, in the order of the table."""
    return [codec(name) for name in CODECS]


def of_packages() -> tuple[list[type[Codec]], list[str]]:
    """The codecs that installed packages offer, and why others that they offer cannot be used."""
    found, refused = [], []
    for name in offered.names():
        if name in CODECS:
            refused.append(f"codec `{name}` of a package: quire's own has that name")
            continue
        try:
            found.append(codec(name))
        except offered.CodecRefused as error:
            refused.append(str(error))
    return found, refused


def all_kernels() -> list[Kernel]:
    """Those of all codecs of quire."""
    return [kernel for known in codecs() for kernel in kernels(known)]
