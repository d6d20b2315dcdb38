"""Where model files are kept."""

from pathlib import Path

from labcore.model import cache_root, model_folder


def test_the_variable_names_the_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("LABCORE_CACHE", str(tmp_path))
    assert cache_root() == tmp_path


def test_a_home_is_expanded(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LABCORE_CACHE", "~/models")
    assert cache_root() == tmp_path / "models"


def test_a_relative_folder_is_made_absolute(monkeypatch, tmp_path):
    """A later change of the working folder must not move the cache."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LABCORE_CACHE", "here")
    assert cache_root() == tmp_path / "here"


def test_an_empty_variable_counts_as_unset(monkeypatch, tmp_path):
    monkeypatch.setenv("LABCORE_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_root() == tmp_path / "labcore"


def test_a_revision_has_a_folder_of_its_own(tiny):
    """An older revision's files are never taken for a newer one's."""
    assert model_folder(tiny.model, Path("c")) == Path("c/models/tiny/r1")
