"""Evidence Lab: finding the right passage is not the same as being right."""

__all__: list[str] = []
