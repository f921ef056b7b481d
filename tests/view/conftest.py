"""Pages of files, as `quire view` writes them, and a browser that opens them."""

from __future__ import annotations

import os
import shutil
import wave
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import quire
from quire.cli.main import main
from quire.generator.pipeline import Options
from quire.runtime.reading.source import contents
from quire.view.page import view_of
from quire.view.server import ViewServer
from quire.view.spec_text import SpecText
from tests.view.marks import COUNT, SPEC, file_of

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs" / "images" / "q.png"

CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)

Write = Callable[..., Path]


@pytest.fixture
def page_of(tmp_path: Path) -> Write:
    """`page_of(file, *options)`: writes the page of a file."""

    def write(file: Path, *options: str) -> Path:
        target = tmp_path / "page.html"
        done = CliRunner().invoke(main, ["view", str(file), "-o", str(target), *options])
        assert done.exit_code == 0, done.output
        return target

    return write


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A WAV file of 5 MB, made by Python's own module."""
    path = tmp_path_factory.mktemp("view") / "tone.wav"
    frames = np.arange(1_250_000)
    left = (9000 * np.sin(frames / 40)).astype("<i2")
    right = (frames % 500).astype("<i2")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(48_000)
        file.writeframes(np.stack([left, right], axis=1).tobytes())
    return path


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium."""
    playwright = pytest.importorskip("playwright.sync_api", reason="pip install playwright")
    if CHROMIUM is None:
        pytest.skip("there is no Chromium")
    options = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=options)
        yield found
        found.close()


@pytest.fixture
def open_page(browser: Any) -> Iterator[Callable[[str | Path], Any]]:
    """Opens a page; whatever it says on its console, or asks the network for, fails the test."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    said: list[str] = []

    def open_(target: str | Path) -> Any:
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(target.as_uri() if isinstance(target, Path) else target)
        page.wait_for_selector("#tree .row")
        return page

    yield open_
    context.close()
    assert said == []


@pytest.fixture(scope="session")
def marks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of many records, each of a size of its own."""
    folder = tmp_path_factory.mktemp("marks")
    (folder / "marks.ksy").write_text(SPEC)
    path = folder / "marks.bin"
    path.write_bytes(file_of(COUNT))
    return path


@pytest.fixture(scope="session")
def server(marks: Path) -> Iterator[ViewServer]:
    spec = marks.with_suffix(".ksy")
    kind = quire.compile(spec).Marks
    view = view_of(kind, contents(marks), "marks.bin", "", SpecText(spec, Options()))
    with ViewServer(view) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()
