"""What may be wrong with the days of a corpus: the closed set, and what to do about each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["CLOCK_RULES", "ClockRule", "Problem"]


class ClockRule(StrEnum):
    """What may be wrong; the members stand in the order in which they are looked for."""

    MISSING_DATE = "missing_date"
    EFFECTIVE_BEFORE_PUBLICATION = "effective_before_publication"
    RETRIEVED_BEFORE_PUBLICATION = "retrieved_before_publication"
    MIXED_INTERVALS = "mixed_intervals"
    GAP = "gap"
    OVERLAP = "overlap"
    UNKNOWN_PREDECESSOR = "unknown_predecessor"
    SUPERSESSION_LOOP = "supersession_loop"


CLOCK_RULES: dict[ClockRule, str] = {
    ClockRule.MISSING_DATE: "State the date; until then the passage is never evidence",
    ClockRule.EFFECTIVE_BEFORE_PUBLICATION: "Correct one of the two dates, or keep a rule that was made to reach back",
    ClockRule.RETRIEVED_BEFORE_PUBLICATION: "Correct one of the two dates: what nobody published, nobody saw",
    ClockRule.MIXED_INTERVALS: "Give all passages of one version the same first and last day, or another version",
    ClockRule.GAP: "Close it, or keep it if no version applied on those days",
    ClockRule.OVERLAP: "End the earlier version on the day on which the later one starts",
    ClockRule.UNKNOWN_PREDECESSOR: "Name the id of a passage, or the label of a version of the same source",
    ClockRule.SUPERSESSION_LOOP: "Remove one link: no rule replaces its own successor",
}
"""Rule -> what to do about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that is wrong, or that a person should confirm.

    Attributes:
        rule: Which rule is broken.
        passage_id: Where to look first.
        detail: In words, with the dates.
        other_id: The second passage of a pair, or None.
    """

    rule: ClockRule
    passage_id: str
    detail: str
    other_id: str | None = None
