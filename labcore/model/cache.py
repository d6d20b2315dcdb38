"""Where verified model files live on this machine."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_cache_path

if TYPE_CHECKING:
    from labcore.model.records import LockedModel

__all__ = ["CACHE_VARIABLE", "cache_root", "model_folder"]

CACHE_VARIABLE = "LABCORE_CACHE"
"""An environment variable that names the cache folder; where it is unset or empty, the user's own is taken."""


def cache_root() -> Path:
    """Give the folder of everything that labcore may delete and make again; it need not exist."""
    named = os.environ.get(CACHE_VARIABLE)
    return Path(named).expanduser().absolute() if named else user_cache_path("labcore")


def model_folder(model: LockedModel, root: Path | None = None) -> Path:
    """Give the folder of one model at its pinned revision; it need not exist.

    Args:
        model: The pinned model.
        root: The cache folder; None for cache_root().
    """
    return (root or cache_root()) / "models" / model.name / model.revision
