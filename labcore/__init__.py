"""Evidence Lab: finding the right passage is not the same as being right."""

from labcore.fixture import load

__all__ = ["load"]
