"""Retrieval under a trusted scope: search, fetch, and hits by source."""

from labcore.retrieval.retriever import Retriever
from labcore.retrieval.sources import SourceGroup, group_by_source

__all__ = ["Retriever", "SourceGroup", "group_by_source"]
