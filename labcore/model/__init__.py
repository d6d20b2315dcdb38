"""The pinned model: its lock, its acquisition, and the graph that is built from its weights."""

from labcore.model.acquire import acquire, verify
from labcore.model.cache import cache_root, model_folder
from labcore.model.graph import INPUTS, build_graph
from labcore.model.lock import locked_model, locked_models
from labcore.model.progress import Progress
from labcore.model.records import (
    Architecture,
    HttpsSource,
    LockedFile,
    LockedModel,
    PackageSource,
    Source,
)
from labcore.model.verify import FileCheck, FileState, check_bytes, check_file, read_verified

__all__ = [
    "INPUTS",
    "Architecture",
    "FileCheck",
    "FileState",
    "HttpsSource",
    "LockedFile",
    "LockedModel",
    "PackageSource",
    "Progress",
    "Source",
    "acquire",
    "build_graph",
    "cache_root",
    "check_bytes",
    "check_file",
    "locked_model",
    "locked_models",
    "model_folder",
    "read_verified",
    "verify",
]
