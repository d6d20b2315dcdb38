"""One candidate against one fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labcore.errors import ParameterError
from labcore.oracle import gates
from labcore.records import Verdict
from labcore.units import require_fact

if TYPE_CHECKING:
    from collections.abc import Collection

    from labcore.records import Proposition
    from labcore.units import Units

__all__ = ["check"]

_ACCEPTED = Verdict(accepted=True)


def check(candidate: Proposition, expected: Proposition, bundle: Collection[str], units: Units) -> Verdict:
    """Decide whether a candidate states a fact, by the gates in their order.

    Args:
        candidate: What was proposed; its id is not compared.
        expected: The fact.
        bundle: The ids of the passages that the candidate's author was given; empty for none.
        units: The fixture's units.

    Returns:
        Accepted; or refused, with the first gate's reason, expected and got, every reason that
        holds in gate order, and the next step. It never says that a sentence is true.

    Raises:
        RecordError, UnitError: The fact is not one; see `require_fact`.
        ParameterError: The bundle is one bare text.
    """
    if isinstance(bundle, str):
        raise ParameterError(
            "a bundle is a collection of passage ids", got=repr(bundle), remedy=f"Give {{{bundle!r}}}"
        )
    case = gates.Case(candidate, expected, bundle, units, require_fact(expected, units))
    failed = [gate for gate in gates.GATES if not gate.passes(case)]
    if not failed:
        return _ACCEPTED
    first = failed[0]
    wanted, got = first.wanted(case), first.got(case)
    return Verdict(
        accepted=False,
        reason=first.reason.value,
        detail=f"{first.reason.value}: expected {wanted}; got {got}",
        next_step=gates.NEXT_STEPS[first.reason],
        reasons=tuple(gate.reason.value for gate in failed),
        expected=wanted,
        got=got,
    )
