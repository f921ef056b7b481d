"""What kind of file something is, as public specs are called."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath

MAGIC: dict[str, tuple[bytes, ...]] = {
    "allegro_dat": (b"slh!ALL.", b"slh.ALL."),
    "au": (b".snd",),
    "bmp": (b"BM",),
    "doom_wad": (b"IWAD", b"PWAD"),
    "dtb": (b"\xd0\x0d\xfe\xed",),
    "elf": (b"\x7fELF",),
    "fasttracker_xm_module": (b"Extended Module: ",),
    "gif": (b"GIF8",),
    "gltf_binary": (b"glTF",),
    "grub2_font": (b"FILE\0\0\0\4PFF2",),
    "gzip": (b"\x1f\x8b",),
    "ico": (b"\0\0\1\0", b"\0\0\2\0"),
    "java_class": (b"\xca\xfe\xba\xbe\0\0\0", b"\xca\xfe\xba\xbe\0\3\0"),
    "jpeg": (b"\xff\xd8\xff",),
    "mach_o": (b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe"),
    "microsoft_cfb": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",),
    "microsoft_pe": (b"MZ",),
    "dos_mz": (b"MZ",),
    "ogg": (b"OggS",),
    "pcf_font": (b"\x01fcp",),
    "pcap": (b"\xd4\xc3\xb2\xa1", b"\xa1\xb2\xc3\xd4"),
    "pcx": (b"\x0a",),
    "png": (b"\x89PNG",),
    "python_pyc_27": (b"\x03\xf3\r\n",),
    "rar": (b"Rar!",),
    "riff": (b"RIFF",),
    "avi": (b"RIFF",),
    "rpm": (b"\xed\xab\xee\xdb",),
    "shapefile_main": (b"\0\0\x27\x0a",),
    "shapefile_index": (b"\0\0\x27\x0a",),
    "sqlite3": (b"SQLite format 3\0",),
    "standard_midi_file": (b"MThd",),
    "swf": (b"FWS", b"CWS"),
    "ttf": (b"\0\1\0\0", b"OTTO", b"true"),
    "wav": (b"RIFF",),
    "xwd": (b"\0\0\0",),
    "zip": (b"PK\3\4",),
    "gettext_mo": (b"\xde\x12\x04\x95", b"\x95\x04\x12\xde"),
    "regf": (b"regf",),
    "windows_lnk_file": (b"L\0\0\0\1\x14\2\0",),
    "windows_evt_log": (b"\x30\0\0\0LfLe",),
    "nitf": (b"NITF",),
}
"""What a file of each kind begins with."""

SUFFIXES: dict[str, str] = {
    ".bmp": "bmp",
    ".class": "java_class",
    ".dbf": "dbf",
    ".exe": "microsoft_pe dos_mz",
    ".dll": "microsoft_pe",
    ".pyd": "microsoft_pe",
    ".gbr": "gimp_brush",
    ".gif": "gif",
    ".gz": "gzip",
    ".icc": "icc_4",
    ".ico": "ico",
    ".cur": "ico",
    ".jpg": "jpeg",
    ".jpeg": "jpeg",
    ".mid": "standard_midi_file",
    ".mo": "gettext_mo",
    ".mov": "quicktime_mov",
    ".mp4": "quicktime_mov",
    ".m4a": "quicktime_mov",
    ".m4b": "quicktime_mov",
    ".3g2": "quicktime_mov",
    ".nes": "ines",
    ".ogg": "ogg",
    ".opus": "ogg",
    ".spx": "ogg",
    ".pak": "chrome_pak",
    ".pcx": "pcx",
    ".pf2": "grub2_font",
    ".png": "png",
    ".rar": "rar",
    ".shp": "shapefile_main",
    ".shx": "shapefile_index",
    ".tga": "tga",
    ".ttf": "ttf",
    ".wad": "doom_wad",
    ".wav": "wav riff",
    ".zip": "zip",
    ".jar": "zip",
    ".docx": "zip",
    ".xlsx": "zip",
    ".npz": "zip",
    ".dcm": "dicom",
    ".doc": "microsoft_cfb",
    ".xls": "microsoft_cfb",
    ".ppt": "microsoft_cfb",
    ".xla": "microsoft_cfb",
    ".swf": "swf",
    ".xm": "fasttracker_xm_module",
    ".s3m": "s3m",
    ".au": "au",
    ".avi": "avi riff",
    ".ani": "riff",
    ".rpm": "rpm",
    ".dtb": "dtb",
    ".glb": "gltf_binary",
    ".lnk": "windows_lnk_file",
    ".der": "asn1_der",
    ".ext2": "ext2",
    ".fat16": "vfat",
    ".iso": "iso9660",
    ".wmf": "wmf",
    ".pcf": "pcf_font",
    ".pcap": "pcap",
    ".stl": "stl",
    ".lzh": "lzh",
    ".xar": "xar",
    ".dex": "dex",
    ".macho": "mach_o",
    ".nbt": "minecraft_nbt",
    ".pkl": "python_pickle",
    ".pickle": "python_pickle",
    ".pyc": "python_pyc_27",
    ".tim": "psx_tim",
    ".voc": "creative_voice_file",
    ".ivf": "vp8_duck_ivf",
    ".vox": "magicavoxel_vox",
    ".bson": "bson",
    ".evt": "windows_evt_log",
    ".hve": "regf",
    ".mp3": "id3v1_1 id3v2_3 id3v2_4",
    ".tcpdump": "pcap",
    ".res": "windows_resource_file",
}
"""What files of these names may be."""

_NUMBER_OF_FAT_ARCHITECTURES = 20


def specs_of(name: str, data: bytes) -> Iterator[str]:
    """The specs for a file, by its name and by what it begins with."""
    by_name = SUFFIXES.get(PurePosixPath(name).suffix.lower(), "").split()
    yield from (spec for spec in by_name if _may_be(spec, data))
    for spec in ("elf", "mach_o"):  # libraries and programs are called anything
        if spec not in by_name and data.startswith(MAGIC[spec]):
            yield spec
    if data[:4] == b"\xca\xfe\xba\xbe" and int.from_bytes(data[4:8]) < _NUMBER_OF_FAT_ARCHITECTURES:
        yield "mach_o_fat"


def _may_be(spec: str, data: bytes) -> bool:
    begins = spec not in MAGIC or data.startswith(MAGIC[spec])
    return begins and (spec not in CHECKS or CHECKS[spec](data))


def _is_windows(data: bytes) -> bool:
    """Whether there is more behind the stub for DOS."""
    [at] = struct.unpack("<I", data[60:64]) if len(data) > 64 else [0]
    return data[at : at + 4] == b"PE\0\0"


CHECKS: dict[str, Callable[[bytes], bool]] = {
    "avi": lambda data: data[8:12] == b"AVI ",
    "wav": lambda data: data[8:12] == b"WAVE",
    "microsoft_pe": _is_windows,
    "id3v1_1": lambda data: data[-128:-125] == b"TAG",
    "id3v2_3": lambda data: data[:4] == b"ID3\3",
    "id3v2_4": lambda data: data[:4] == b"ID3\4",
    "dicom": lambda data: data[128:132] == b"DICM",
    "gimp_brush": lambda data: data[20:24] == b"GIMP",
    "quicktime_mov": lambda data: data[4:8] in {b"ftyp", b"moov", b"wide", b"mdat"},
    "lzh": lambda data: data[2:5] == b"-lh",
}
"""What there is besides, or instead of, a beginning."""
