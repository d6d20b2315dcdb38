"""Judges that read the typed statement, and two controls that read nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labcore.judging.protocol import Opinion, Ruling
from labcore.oracle import check

if TYPE_CHECKING:
    from labcore.judging.protocol import Statement
    from labcore.records import Passage
    from labcore.units import Units

__all__ = ["ConstantJudge", "MembershipJudge", "OracleJudge"]


class OracleJudge:
    """The oracle itself, under the same test as everybody else.

    Args:
        bundle: The passages that were given.
        units: The fixture's units.
    """

    name = "oracle"

    def __init__(self, bundle: frozenset[str], units: Units) -> None:
        self._bundle = bundle
        self._units = units

    def judges(self, candidate: Statement, expected: Statement, passage: Passage) -> Ruling:  # noqa: ARG002  # the protocol
        """Accept what passes every gate; a reject names the first reason."""
        verdict = check(candidate.proposition, expected.proposition, self._bundle, self._units)
        return Ruling(opinion=_opinion(accept=verdict.accepted), detail=verdict.detail)


class MembershipJudge:
    """Whether the cited passage was given: membership, and only that.

    Args:
        bundle: The passages that were given.
    """

    name = "membership"

    def __init__(self, bundle: frozenset[str]) -> None:
        self._bundle = bundle

    def judges(self, candidate: Statement, expected: Statement, passage: Passage) -> Ruling:  # noqa: ARG002  # the protocol
        """Accept every statement that cites a passage of the bundle, whatever it says."""
        cited = candidate.proposition.evidence_id
        inside = cited in self._bundle
        return Ruling(
            opinion=_opinion(accept=inside),
            detail=f"{cited} {'was' if inside else 'was not'} given",
        )


class ConstantJudge:
    """A control: says the same of everything, so that no count of kills is read without the acceptances.

    Args:
        opinion: What it always says.
    """

    def __init__(self, opinion: Opinion) -> None:
        self._opinion = opinion
        self.name = f"always-{opinion}"

    def judges(self, candidate: Statement, expected: Statement, passage: Passage) -> Ruling:  # noqa: ARG002  # the protocol
        """Say the same of everything."""
        return Ruling(opinion=self._opinion, detail="a control: it reads nothing")


def _opinion(*, accept: bool) -> Opinion:
    return Opinion.ACCEPT if accept else Opinion.REJECT
