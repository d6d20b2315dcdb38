"""Retrieval under a trusted scope: search, fetch, and the runs that record them."""

from labcore.retrieval.exchange import from_json, from_trec, to_json, to_trec
from labcore.retrieval.retriever import Retriever
from labcore.retrieval.sources import SourceGroup, group_by_source

__all__ = ["Retriever", "SourceGroup", "from_json", "from_trec", "group_by_source", "to_json", "to_trec"]
