"""Results appear together or not at all, and nothing of anybody else is replaced."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.batch import published, require_ours
from labcore.errors import ParameterError
from labcore.report import RESULTS_SCHEMA


def write_results(out, word):
    with published(out) as folder:
        for name in ("pages", "notebooks"):
            (folder / name).mkdir()
            (folder / name / word).write_text(word)
        (folder / "index.html").write_text(word)
        (folder / "results.json").write_text(json.dumps({"schema": RESULTS_SCHEMA, "word": word}))


def interrupt_half_way(out):
    with published(out) as folder:
        (folder / "index.html").write_text("half")
        raise KeyboardInterrupt


def files(out):
    return sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())


def test_new_results_take_the_place_of_old_ones_and_nothing_else_is_touched(tmp_path):
    """Pages of notebooks that are gone go too; screenshots of somebody else stay."""
    out = tmp_path / "deep" / "build"
    write_results(out, "first")
    (out / "mine.txt").write_text("mine")
    write_results(out, "second")
    assert files(out) == ["index.html", "mine.txt", "notebooks/second", "pages/second", "results.json"]
    assert (out / "index.html").read_text() == "second"


def test_an_interruption_leaves_the_last_results(tmp_path):
    write_results(tmp_path, "first")
    with pytest.raises(KeyboardInterrupt):
        interrupt_half_way(tmp_path)
    assert files(tmp_path) == ["index.html", "notebooks/first", "pages/first", "results.json"]
    assert (tmp_path / "index.html").read_text() == "first"
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("results", [None, "{}", "[]", "no json", '{"schema": "other/1"}'])
def test_a_folder_with_results_of_somebody_else_is_refused(tmp_path, results):
    (tmp_path / "index.html").write_text("mine")
    if results:
        (tmp_path / "results.json").write_text(results)
    with pytest.raises(
        ParameterError, match=r"only results of an earlier run are replaced, got index.html.*--out"
    ):
        require_ours(tmp_path)


def test_a_file_in_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "out").write_text("x")
    with pytest.raises(ParameterError, match="results go into a folder"):
        require_ours(tmp_path / "out")


@pytest.mark.parametrize("name", ["screenshots", "correctness.json"])
def test_a_folder_that_holds_only_other_things_is_shared(tmp_path, name):
    (tmp_path / name).write_text("x")
    require_ours(tmp_path)


@given(st.lists(st.sampled_from(["one", "two", "three"]), min_size=1, max_size=4))
def test_whatever_was_there_before_only_the_last_results_stand(tmp_path_factory, words):
    out = tmp_path_factory.mktemp("out")
    for word in words:
        write_results(out, word)
    assert files(out) == ["index.html", f"notebooks/{words[-1]}", f"pages/{words[-1]}", "results.json"]


def fail_at(monkeypatch, moves, error, *, done=False):
    """Make some of the moves of files fail, counted from 1; or let them be done, and interrupt after."""
    rename, counted = Path.rename, count(1)

    def failing(self, target):
        fails = next(counted) in moves
        if fails and not done:
            raise error
        moved = rename(self, target)
        if fails:
            raise error
        return moved

    monkeypatch.setattr(Path, "rename", failing)


@pytest.mark.parametrize("move", range(1, 9))
@pytest.mark.parametrize("done", [True, False], ids=["after the move", "in place of the move"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()], ids=repr)
def test_whichever_move_fails_the_last_results_are_whole(tmp_path, monkeypatch, move, done, error):
    """Four files go out and four come in, so there are eight moves."""
    write_results(tmp_path, "first")
    fail_at(monkeypatch, {move}, error, done=done)
    with pytest.raises(type(error)):
        write_results(tmp_path, "second")
    assert files(tmp_path) == ["index.html", "notebooks/first", "pages/first", "results.json"]
    assert (tmp_path / "index.html").read_text() == "first"
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("move", range(1, 5))
def test_where_no_results_were_a_failed_move_leaves_none(tmp_path, monkeypatch, move):
    fail_at(monkeypatch, {move}, OSError(28, "No space left on device"))
    with pytest.raises(OSError, match="No space left"):
        write_results(tmp_path, "first")
    assert list(tmp_path.iterdir()) == []


def test_old_results_that_do_not_go_back_are_not_deleted(tmp_path, monkeypatch):
    """Nothing can be moved any more after the second move: the old notebooks stay in the folder beside."""
    write_results(tmp_path, "first")
    fail_at(monkeypatch, set(range(3, 99)), OSError(5, "Input/output error"))
    with pytest.raises(OSError, match="Input/output error"):
        write_results(tmp_path, "second")
    assert [path.read_text() for path in tmp_path.rglob("first")] == ["first", "first"]
