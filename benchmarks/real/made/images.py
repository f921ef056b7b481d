"""Pictures and films."""

from __future__ import annotations

import io
import random
import struct
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Found = tuple[str, str, bytes]

SIDES = (8, 64, 400)


def _picture(side: int) -> Any:
    from PIL import Image

    return Image.frombytes("RGB", (side, side), random.Random(side).randbytes(3 * side * side))


def pictures() -> Iterator[Found]:
    """By Pillow."""
    formats = {"BMP": "bmp", "GIF": "gif", "ICO": "ico", "JPEG": "jpeg", "PCX": "pcx", "PNG": "png"}
    formats["TGA"] = "tga"
    for side in SIDES:
        for name, spec in formats.items():
            buffer = io.BytesIO()
            _picture(side).save(buffer, name)
            yield spec, f"made-{side}.{spec}", buffer.getvalue()


def many_parts() -> Iterator[Found]:
    """Of many parts: films of few colours, texts, pages, facts of a camera."""
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    frames = [_picture(16).rotate(10 * number).quantize(16) for number in range(60)]
    buffer = io.BytesIO()
    frames[0].save(buffer, "GIF", save_all=True, append_images=frames[1:], duration=40)
    yield "gif", "film.gif", buffer.getvalue()
    for count in (20, 400):
        info, buffer = PngInfo(), io.BytesIO()
        for number in range(count):
            info.add_text(f"key {number}", "value " * (number % 9))
        _picture(8).save(buffer, "PNG", pnginfo=info)
        yield "png", f"texts-{count}.png", buffer.getvalue()
    for count in (5, 60):
        exif = Image.Exif()
        exif[0x010F], exif[0x0110], exif[0x0132] = "Maker", "Model", "2024:01:01 00:00:00"
        for number in range(count):
            exif[0xC000 + number] = f"value {number}"
        buffer = io.BytesIO()
        _picture(16).save(buffer, "JPEG", exif=exif)
        yield "jpeg", f"camera-{count}.jpeg", buffer.getvalue()
        yield "exif", f"camera-{count}.exif", exif.tobytes()[6:]


def by_hand() -> Iterator[Found]:
    """Of old machines."""
    rng = random.Random(6)
    for side in SIDES:
        head = struct.pack("<III", 0x10, 2, 12 + 2 * side * side)
        body = struct.pack("<4H", 0, 0, side, side) + rng.randbytes(2 * side * side)
        yield "psx_tim", f"{side}.tim", head + body
        title = b"screen\0"
        words = [100 + len(title), 7, 2, 24, side, side, 0, 0, 32, 0, 32, 24, 4 * side, 4]
        words += [0xFF0000, 0xFF00, 0xFF, 8, 256, 2, side, side, 0, 0, 0]
        colours = b"".join(struct.pack(">IHHHBx", i, i, i, i, 7) for i in range(2))
        yield (
            "xwd",
            f"{side}.xwd",
            struct.pack(">25I", *words) + title + colours + bytes(4 * side * side),
        )


def films() -> Iterator[Found]:
    """By FFmpeg's libraries."""
    import av

    kinds = {
        "quicktime_mov": ("mp4", "mpeg4"),
        "avi": ("avi", "mpeg4"),
        "vp8_duck_ivf": ("ivf", "vp8"),
    }
    for spec, (name, codec) in kinds.items():
        for count in (2, 200):
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / f"film.{name}"
                with av.open(str(path), "w") as film:
                    stream = film.add_stream(codec, rate=25)
                    stream.width = stream.height = 32
                    stream.pix_fmt = "yuv420p"
                    for number in range(count):
                        frame = av.VideoFrame.from_image(_picture(32).rotate(number))
                        film.mux(stream.encode(frame))
                    film.mux(stream.encode())
                data = path.read_bytes()
            yield spec, f"{count}-frames.{name}", data
            if spec == "avi":
                yield "riff", f"{count}-frames.avi", data


MAKERS = (pictures, many_parts, by_hand, films)
