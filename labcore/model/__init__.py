"""The pinned model: its lock, its acquisition, and the graph that is built from its weights.

``build_graph`` stays in `labcore.model.graph`: it needs onnx, which inference never loads.
"""

from labcore.model.acquisition import acquire, verify
from labcore.model.atomic import whole_file
from labcore.model.cache import cache_root, model_folder
from labcore.model.lock import locked_model, locked_models
from labcore.model.pins import FileCheck, FileState, check_bytes, check_file, read_verified
from labcore.model.progress import Progress
from labcore.model.records import (
    INPUTS,
    OUTPUT,
    Architecture,
    HttpsSource,
    LockedFile,
    LockedModel,
    PackageSource,
    Source,
)

__all__ = [
    "INPUTS",
    "OUTPUT",
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
    "cache_root",
    "check_bytes",
    "check_file",
    "locked_model",
    "locked_models",
    "model_folder",
    "read_verified",
    "verify",
    "whole_file",
]
