"""A real browser, and a JupyterLab of the test's own."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCREENSHOTS = ROOT / "build" / "screenshots"
CHROMIUM = shutil.which("chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 180_000
"""Milliseconds to wait for a state, on a machine that is busy with other things."""


@pytest.fixture(scope="module")
def chromium():
    """Debian's Chromium under Playwright; without it the browser tests are skipped, and fail where CI is set.

    Playwright keeps an event loop running in the thread of the tests. So it ends with the module: tests of
    another file in the same process start loops of their own.
    """
    if CHROMIUM is None:
        if os.environ.get("CI") == "true":
            pytest.fail("chromium is not installed")
        pytest.skip("chromium is not installed (Debian package chromium)")
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # only where there is a browser

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def watched(chromium):
    """Open pages that record every request that leaves this machine and every error on the console."""
    contexts = []

    def open_page(scheme="light", **options):
        context = chromium.new_context(
            viewport={"width": 1240, "height": 1000}, color_scheme=scheme, **options
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.left, page.errors = [], []
        page.on("request", lambda request: page.left.append(request.url) if _leaves(request.url) else None)
        page.on("console", lambda said: page.errors.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def jupyterlab(tmp_path_factory):
    """Serve copies of notebooks; gives a function that puts a notebook in and tells its address."""
    home = tmp_path_factory.mktemp("jupyter")
    work = home / "work" / "notebooks"
    work.mkdir(parents=True)
    (home / "work" / "fixtures").symlink_to(ROOT / "fixtures")
    port, token = _free_port(), os.urandom(8).hex()
    command = [
        *(
            sys.executable,
            "-m",
            "jupyterlab",
            "--no-browser",
            "--allow-root",
            "--ip=127.0.0.1",
            f"--port={port}",
        ),
        *(
            f"--IdentityProvider.token={token}",
            "--ServerApp.port_retries=0",
            f"--ServerApp.root_dir={work.parent}",
        ),
    ]
    places = {
        "JUPYTER_CONFIG_DIR": home / "config",
        "JUPYTER_RUNTIME_DIR": home / "run",
        "IPYTHONDIR": home / "ipython",
    }
    environment = {**os.environ, **{name: str(place) for name, place in places.items()}}
    environment["JUPYTER_CONFIG_PATH"] = str(ROOT / "binder")
    with (home / "log").open("w") as log:
        server = subprocess.Popen(command, env=environment, cwd=work, stdout=log, stderr=log)
    try:
        _wait_for(f"http://127.0.0.1:{port}/api?token={token}", server, home / "log")

        def serve(path):
            shutil.copy(path, work)
            return f"http://127.0.0.1:{port}/lab/tree/notebooks/{path.name}?token={token}&reset"

        yield serve
    finally:
        server.terminate()
        server.wait(60)


@pytest.fixture(scope="session")
def screenshot():
    """Keep a picture of a page under build/screenshots, for people to look at."""

    def keep(page, name, **options):
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        last = page.locator(".jp-Notebook .jp-Cell").last
        box = last.bounding_box() if last.count() else None
        if box:  # a window as high as the notebook needs no empty rest
            size = page.viewport_size
            height = min(size["height"], box["y"] + box["height"] + 20)
            options["clip"] = {"x": 0, "y": 0, "width": size["width"], "height": height}
        page.screenshot(path=SCREENSHOTS / f"{name}.png", **options)

    return keep


def _leaves(address):
    return not address.startswith(
        ("http://127.0.0.1:", "ws://127.0.0.1:", "file:", "data:", "blob:", "about:")
    )


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_for(address, server, log, seconds=180):
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        assert server.poll() is None, log.read_text()[-2000:]
        try:
            urllib.request.urlopen(address, timeout=5).close()  # noqa: S310 - our own server
        except (OSError, urllib.error.URLError):
            time.sleep(0.2)
        else:
            return
    pytest.fail(f"JupyterLab did not answer in {seconds} s: {log.read_text()[-2000:]}")
