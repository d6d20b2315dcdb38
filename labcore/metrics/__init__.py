"""Metrics of retrieval, each per query and never melted into one score."""

from labcore.metrics.evidence import EvidenceMetrics, evidence_metrics
from labcore.metrics.standard import StandardMetrics, standard_metrics

__all__ = ["EvidenceMetrics", "StandardMetrics", "evidence_metrics", "standard_metrics"]
