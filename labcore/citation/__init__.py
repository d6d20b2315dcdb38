"""Citations: membership, validation and support, three questions that are never shown as one."""

from labcore.citation.links import link
from labcore.citation.literal import find
from labcore.citation.membership import cites_only_retrieved
from labcore.citation.reasons import RULES_OF, Rule
from labcore.citation.strength import (
    CONDUCT,
    FREQUENCY,
    OTHER_VALUE,
    Conduct,
    Support,
    combine,
    compare,
    support,
)
from labcore.citation.validation import NOT_AVAILABLE, for_asker, validate

__all__ = [
    "CONDUCT",
    "FREQUENCY",
    "NOT_AVAILABLE",
    "OTHER_VALUE",
    "RULES_OF",
    "Conduct",
    "Rule",
    "Support",
    "cites_only_retrieved",
    "combine",
    "compare",
    "find",
    "for_asker",
    "link",
    "support",
    "validate",
]
