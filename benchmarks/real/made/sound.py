"""Sound, notes and their tags."""

from __future__ import annotations

import io
import random
import struct
import subprocess
import tempfile
import wave
from collections.abc import Iterator
from pathlib import Path

Found = tuple[str, str, bytes]

FRAMES = (10, 4000, 200_000)


def waves() -> Iterator[Found]:
    """Of the standard library, and others that the tool sox makes of them."""
    for count in FRAMES:
        buffer = io.BytesIO()
        with wave.open(buffer, "wb") as file:
            file.setparams((2, 2, 44_100, 0, "NONE", ""))
            file.writeframes(random.Random(count).randbytes(4 * count))
        yield "wav", f"made-{count}.wav", buffer.getvalue()
        yield "riff", f"made-{count}.wav", buffer.getvalue()
        head = b".snd" + struct.pack(">5I", 32, 4 * count, 3, 44_100, 2) + b"a title\0"
        yield "au", f"made-{count}.au", head + bytes(4 * count)


def by_sox() -> Iterator[Found]:
    """What the tool sox makes."""
    for seconds in ("0.01", "1", "5"):
        for name, spec in (("voc", "creative_voice_file"), ("au", "au"), ("wav", "wav")):
            with tempfile.TemporaryDirectory() as folder:
                out = Path(folder) / f"out.{name}"
                form = ["sox", "-n", "-r", "8000", "-b", "8", "-c", "1", "-R"]
                command = [*form, str(out), "synth", seconds, "sine", "440"]
                subprocess.run(command, check=True, capture_output=True)
                yield spec, f"sox-{seconds}.{name}", out.read_bytes()


def notes() -> Iterator[Found]:
    """Of instruments."""
    import mido

    rng = random.Random(7)
    for count in (3, 100, 3000):
        file = mido.MidiFile()
        for _ in range(3):
            track = mido.MidiTrack()
            file.tracks.append(track)
            track.append(mido.MetaMessage("track_name", name="track"))
            track.append(mido.MetaMessage("set_tempo", tempo=400_000))
            for _ in range(count):
                note, loud = rng.randrange(30, 90), rng.randrange(128)
                track.append(
                    mido.Message("note_on", note=note, velocity=loud, time=rng.randrange(500))
                )
                track.append(
                    mido.Message("note_off", note=note, velocity=0, time=rng.randrange(500))
                )
        buffer = io.BytesIO()
        file.save(file=buffer)
        yield "standard_midi_file", f"notes-{count}.mid", buffer.getvalue()


def tags() -> Iterator[Found]:
    """Of titles and performers."""
    from mutagen.id3 import ID3, TIT2, TPE1, TXXX, ID3v1SaveOptions

    for version in (3, 4):
        for count in (1, 20, 300):
            found = ID3()
            found.add(TIT2(encoding=0, text="title"))
            found.add(TPE1(encoding=0, text="somebody"))
            for number in range(count):
                found.add(TXXX(encoding=0, desc=f"key {number}", text=f"value {number}"))
            buffer = io.BytesIO(bytes(512))
            found.update_to_v23()
            found.save(buffer, v2_version=version, v1=ID3v1SaveOptions.CREATE)
            yield f"id3v2_{version}", f"{count}.mp3", buffer.getvalue()
            yield "id3v1_1", f"{version}-{count}.mp3", buffer.getvalue()


MAKERS = (waves, by_sox, notes, tags)
