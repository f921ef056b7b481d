"""Serialized values, databases, keys, tables."""

from __future__ import annotations

import pickle
import random
import sqlite3
import struct
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

Found = tuple[str, str, bytes]

SIZES = (1, 10, 100, 3000)


def _tree(count: int) -> list[dict[str, Any]]:
    """What programs send each other."""
    rng = random.Random(count)
    return [
        {
            "id": number,
            "name": f"user {number}",
            "score": rng.random() * 100,
            "tags": [f"tag{rng.randrange(20)}" for _ in range(rng.randrange(4))],
            "active": rng.random() < 0.5,
            "parent": None if number % 3 else number // 3,
            "big": rng.randrange(1 << 40),
        }
        for number in range(count)
    ]


def msgpack_files() -> Iterator[Found]:
    """Of msgpack."""
    import msgpack

    for count in SIZES:
        yield "msgpack", f"users-{count}.msgpack", msgpack.packb(_tree(count))
    yield "msgpack", "floats.msgpack", msgpack.packb([number / 7 for number in range(20_000)])
    yield "msgpack", "one.msgpack", msgpack.packb({"compact": True, "schema": 0})


def bson_files() -> Iterator[Found]:
    """Of MongoDB's library."""
    import bson

    day = datetime(2024, 1, 1, tzinfo=UTC)
    for count in (1, 10, 100, 2000):
        yield "bson", f"users-{count}.bson", bson.encode({"day": day, "users": _tree(count)})


def php_values() -> Iterator[Found]:
    """Of PHP's `serialize`, by its rules."""
    for count in SIZES:
        yield "php_serialized_value", f"users-{count}.php", _php(_tree(count)).encode()
    yield "php_serialized_value", "one.php", b"i:42;"


def _php(value: Any) -> str:
    if value is None:
        return "N;"
    if isinstance(value, bool):
        return f"b:{int(value)};"
    if isinstance(value, int):
        return f"i:{value};"
    if isinstance(value, float):
        return f"d:{value!r};"
    if isinstance(value, str):
        return f's:{len(value.encode())}:"{value}";'
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    body = "".join(_php(key) + _php(each) for key, each in pairs)
    return f"a:{len(value)}:{{{body}}}"


def pickles() -> Iterator[Found]:
    """Of the standard library, in all protocols that the spec has."""
    for protocol in (0, 1, 2, 3, 4):
        yield "python_pickle", f"users-{protocol}.pickle", pickle.dumps(_tree(20), protocol)
    yield "python_pickle", "users-large.pickle", pickle.dumps(_tree(1000), 4)
    yield "python_pickle", "one.pickle", pickle.dumps(1, 2)


def databases() -> Iterator[Found]:
    """Of SQLite."""
    for count in (0, 3, 100, 2000, 20_000):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "users.db"
            database = sqlite3.connect(path)
            database.execute("create table users (id integer primary key, name text, score real)")
            database.execute("create index names on users (name)")
            rows = [(each["id"], each["name"], each["score"]) for each in _tree(count)]
            database.executemany("insert into users values (?, ?, ?)", rows)
            database.commit()
            database.close()
            yield "sqlite3", f"users-{count}.db", path.read_bytes()


def integers() -> Iterator[Found]:
    """Of variable length."""
    for number in (0, 127, 300, 1 << 20, 1 << 34, 1 << 55):
        groups = [number >> shift & 127 for shift in range(0, max(1, number.bit_length()), 7)]
        little = bytes(group | 128 for group in groups[:-1]) + bytes(groups[-1:])
        big = bytes(group | 128 for group in groups[:0:-1]) + bytes(groups[:1])
        yield "vlq_base128_le", f"{number}.vlq", little
        yield "vlq_base128_be", f"{number}.vlq", big


def certificates_and_keys() -> Iterator[Found]:
    """Of OpenSSL, by its library."""
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    keys: dict[str, Any] = {
        "rsa-2048": rsa.generate_private_key(65537, 2048),
        "rsa-4096": rsa.generate_private_key(65537, 4096),
        "ecdsa": ec.generate_private_key(ec.SECP256R1()),
        "ed25519": ed25519.Ed25519PrivateKey.generate(),
    }
    for name, key in keys.items():
        public = key.public_key()
        yield (
            "asn1_der",
            f"{name}.der",
            public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo),
        )
        import base64

        line = public.public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH)
        yield "ssh_public_key", f"{name}.pub", base64.b64decode(line.split()[1])


def authorities() -> Iterator[Found]:
    """The certificates that the system trusts, alone and in one sequence."""
    import ssl

    found = ssl.create_default_context().get_ca_certs(binary_form=True)
    for number in range(0, len(found), 30):
        yield "asn1_der", f"authority-{number}.der", found[number]
    body = b"".join(found)
    yield "asn1_der", "authorities.der", b"\x30\x83" + len(body).to_bytes(3) + body


def protobuf() -> Iterator[Found]:
    """Of protocol buffers, by their rules: numbers, texts, fixed ones."""
    for count in (1, 10, 100, 2000):
        out = bytearray()
        for each in _tree(count):
            name = each["name"].encode()
            out += b"\x08" + _varint(each["id"]) + b"\x12" + _varint(len(name)) + name
            out += b"\x19" + struct.pack("<d", each["score"]) + b"\x20" + _varint(each["big"])
        yield "google_protobuf", f"users-{count}.pb", bytes(out)


def _varint(number: int) -> bytes:
    groups = [number >> shift & 127 for shift in range(0, max(1, number.bit_length()), 7)]
    return bytes(group | 128 for group in groups[:-1]) + bytes(groups[-1:])


def logs() -> Iterator[Found]:
    """Log-ins, recovery points of hashcat, containers of messages."""
    record = struct.Struct("<hxxi32s4s32s256shhiii16s20x")
    for count in (1, 30, 1000):
        rows = [
            record.pack(7, 1000 + i, b"pts/0", b"ts/0", b"user", b"host", 0, 0, i, i, 0, bytes(16))
            for i in range(count)
        ]
        yield "glibc_utmp", f"{count}.utmp", b"".join(rows)
    for count in (1, 20, 500):
        head = struct.pack("<I256sII4xQI12x", 651, b"/home/user", 0, 0, 77, count)
        words = b"".join(b"--option-%d\n" % number for number in range(count))
        yield "hashcat_restore", f"{count}.restore", head + words
    from mcap.writer import Writer

    for count in (1, 50, 1000):
        with tempfile.NamedTemporaryFile(suffix=".mcap") as file:
            writer = Writer(file)
            writer.start()
            schema = writer.register_schema("point", "jsonschema", b'{"type": "object"}')
            channel = writer.register_channel("points", "json", schema)
            for number in range(count):
                writer.add_message(channel, number, b'{"x": 1}', number)
            writer.finish()
            file.flush()
            yield "mcap", f"{count}.mcap", Path(file.name).read_bytes()


def game_data() -> Iterator[Found]:
    """A world's tags, models, meshes."""
    for count in (1, 20, 500):
        tags = b"".join(
            b"\3" + struct.pack(">H", 4) + b"id%02d" % (i % 100) + struct.pack(">i", i)
            + b"\x08" + struct.pack(">H", 4) + b"name" + struct.pack(">H", 3) + b"abc"
            + b"\x0b" + struct.pack(">H", 2) + b"xs" + struct.pack(">i3i", 3, 1, 2, 3)
            for i in range(count)
        )  # fmt: skip  # laid out as a table
        yield "minecraft_nbt", f"{count}.nbt", b"\x0a\0\5hello" + tags + b"\0"
    rng = random.Random(1)
    for count in (1, 100, 3000):
        voxels = struct.pack("<I", count) + rng.randbytes(4 * count)
        chunks = [(b"SIZE", struct.pack("<3I", 16, 16, 16)), (b"XYZI", voxels)]
        chunks.append((b"RGBA", rng.randbytes(1024)))
        body = b"".join(name + struct.pack("<II", len(c), 0) + c for name, c in chunks)
        head = b"VOX " + struct.pack("<I", 150) + b"MAIN" + struct.pack("<II", 0, len(body))
        yield "magicavoxel_vox", f"{count}.vox", head + body


def models() -> Iterator[Found]:
    """Triangles, and scenes."""
    rng = random.Random(2)
    for count in (1, 12, 1000, 20_000):
        floats = struct.pack(f"<{12 * count}f", *(rng.random() for _ in range(12 * count)))
        rows = (floats[48 * i : 48 * i + 48] + b"\0\0" for i in range(count))
        head = b"triangles".ljust(80) + struct.pack("<I", count)
        yield "stl", f"{count}.stl", head + b"".join(rows)
    for count in (1, 1000):
        text = (b'{"asset": {"version": "2.0"}}' + b" " * count)[: 28 + 4 * (count // 4)]
        text += b" " * (-len(text) % 4)
        blob = rng.randbytes(4 * count)
        chunks = struct.pack("<I", len(text)) + b"JSON" + text
        chunks += struct.pack("<I", len(blob)) + b"BIN\0" + blob
        yield (
            "gltf_binary",
            f"{count}.glb",
            b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks,
        )


MAKERS = (
    msgpack_files, bson_files, php_values, pickles, databases, integers, certificates_and_keys,
    authorities, protobuf, logs, game_data, models,
)  # fmt: skip  # laid out as a table
