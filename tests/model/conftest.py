"""A web server on this machine that serves a tiny model, and says what was asked of it."""

import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from labcore.model import HttpsSource


@dataclass
class Server:
    """Files by path, what was asked for, and an event that half-sent answers wait for.

    Attributes:
        address: Where it listens.
        files: Path -> bytes; any other path is 404.
        stall: Paths that are answered with their first half only, until ``go`` is set.
        asked: Every path, in order.
        go: Lets stalled answers go on.
    """

    address: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    stall: set[str] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)
    go: threading.Event = field(default_factory=threading.Event)

    @property
    def source(self) -> HttpsSource:
        return HttpsSource(url=self.address + "/{revision}/{file}")


@contextmanager
def serving(server: Server):
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            server.asked.append(self.path)
            data = server.files.get(self.path)
            if data is None:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            half = len(data) // 2
            self.wfile.write(data[:half])
            if self.path in server.stall:
                self.wfile.flush()
                server.go.wait(60)
            self.wfile.write(data[half:])

        def log_message(self, *_):
            """Say nothing."""

        def handle(self):
            try:
                super().handle()
            except (BrokenPipeError, ConnectionResetError):
                return  # the other side was killed, as some tests want

    listener = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.address = f"http://127.0.0.1:{listener.server_port}"
    thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.go.set()
        listener.shutdown()
        thread.join()
        listener.server_close()


@pytest.fixture
def server(tiny):
    """Give a server of the tiny model's two published files."""
    names = ("tokenizer.json", "model.safetensors")
    with serving(Server(files={f"/r1/{name}": tiny.files[name] for name in names})) as running:
        yield running
