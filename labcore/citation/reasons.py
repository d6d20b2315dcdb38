"""Why a citation is refused: the closed set of reasons, their order and what each asks for next."""

from __future__ import annotations

from dataclasses import dataclass

from labcore.records import CitationReason, ExclusionReason

__all__ = ["OF_EXCLUSION", "RULES_OF", "Rule"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One row of the table of reasons.

    Attributes:
        means: What is wrong, as a clause.
        here: Why it is checked at this point of the order.
        next_step: What the caller does next.
        concealed: Whether telling it to the asker would tell what they may not know.
    """

    means: str
    here: str
    next_step: str
    concealed: bool = False


RULES_OF: dict[CitationReason, Rule] = {
    CitationReason.FABRICATED: Rule(
        means="no passage of the corpus has this id",
        here="nothing more can be asked of a source that does not exist",
        next_step="Drop the citation, and distrust the answer that invented it",
        concealed=True,
    ),
    CitationReason.OUT_OF_SCOPE: Rule(
        means="the passage is not for this tenant, role, product, record type or version",
        here="a filtered bundle never holds it, so asking for membership first would hide the reason",
        next_step="Find out how the passage reached the answerer; do not show it",
        concealed=True,
    ),
    CitationReason.NOT_PUBLISHED: Rule(
        means="nobody could read the passage on the day asked about",
        here="before it was published it could not apply either, so this is the earlier fault",
        next_step="Ask about a later day, or cite what was public on that day",
        concealed=True,
    ),
    CitationReason.NOT_YET_EFFECTIVE: Rule(
        means="the passage was published, but did not apply yet or states no first day",
        here="before membership, which a filtered bundle would fail for this very reason",
        next_step="Cite the version in force on that day; name this one as announced only",
    ),
    CitationReason.EXPIRED: Rule(
        means="the passage no longer applied on the day asked about",
        here="before membership, which a filtered bundle would fail for this very reason",
        next_step="Cite the version in force on that day; keep this one for questions about its own time",
    ),
    CitationReason.NOT_IN_BUNDLE: Rule(
        means="the passage is admissible, but was not among those given to the answerer",
        here="the answerer cannot have read it, whatever its words are",
        next_step="Search again with a larger k, or drop the citation",
    ),
    CitationReason.TOO_SHORT: Rule(
        means="the quote has too few words to mean anything",
        here="before the words are looked for: such a quote stands in many passages by chance",
        next_step="Quote the whole clause",
    ),
    CitationReason.MISATTRIBUTED: Rule(
        means="the words stand in another passage",
        here="before not_literal: where the words do stand is worth more than where they do not",
        next_step="Cite the passage that holds the words, if it is admissible",
    ),
    CitationReason.STITCHED: Rule(
        means="the quote joins words from two places",
        here="before not_literal: each piece is real, and only the whole was never said",
        next_step="Cite each piece by itself",
    ),
    CitationReason.NOT_LITERAL: Rule(
        means="the words stand nowhere that can be named",
        here="what is left once the words were found neither here, nor elsewhere, nor in pieces",
        next_step="Copy the words from the passage; a paraphrase is a claim, not a quote",
    ),
    CitationReason.CLAIM_KEY: Rule(
        means="the passage declares no such relation",
        here="the words come first: a declared field is worth nothing beside words that were never said",
        next_step="Name the relation as the passage declares it, or cite the passage that does",
    ),
    CitationReason.CLAIM_VALUE: Rule(
        means="the passage declares another value for this relation",
        here="a value can be compared only once its relation is known",
        next_step="Correct the value, or withdraw the claim",
    ),
    CitationReason.NUMBER_ALTERED: Rule(
        means="the sentence around the quote writes a number that the quote does not",
        here="last: it compares the answer with its own quote, which all before has tied to the source",
        next_step="Write the number as it is quoted, or quote the words that hold it",
    ),
}
"""Reason -> its rule, in the order of `CitationReason`."""

OF_EXCLUSION: dict[ExclusionReason, CitationReason] = {
    ExclusionReason.TENANT: CitationReason.OUT_OF_SCOPE,
    ExclusionReason.ROLE: CitationReason.OUT_OF_SCOPE,
    ExclusionReason.PRODUCT: CitationReason.OUT_OF_SCOPE,
    ExclusionReason.RECORD_TYPE: CitationReason.OUT_OF_SCOPE,
    ExclusionReason.NOT_PUBLISHED: CitationReason.NOT_PUBLISHED,
    ExclusionReason.NOT_YET_EFFECTIVE: CitationReason.NOT_YET_EFFECTIVE,
    ExclusionReason.EXPIRED: CitationReason.EXPIRED,
    ExclusionReason.VERSION: CitationReason.OUT_OF_SCOPE,
}
"""Why admission keeps a passage out -> why a citation of it is refused."""
