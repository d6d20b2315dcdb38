"""Every named check that a fixture has the files for, in groups that mean different things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labcore.errors import FixtureError
from labcore.experiments.oracle_checks import (
    candidate_checks,
    mutation_checks,
    refusal_checks,
    transformation_checks,
)
from labcore.experiments.preserved import preserved_checks
from labcore.experiments.replay_checks import replay_checks
from labcore.fixture import load, read_manifest
from labcore.records import NamedCheck

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from labcore.fixture import Fixture

__all__ = ["GROUPS", "MEANINGS", "PRESERVED", "named_checks"]

PRESERVED = "preserved inputs"
"""The group that holds the bytes and hashes of every file; it comes first, because the rest builds on it."""

GROUPS: dict[str, Callable[[Fixture, str], tuple[NamedCheck, ...]]] = {
    "valid facts": candidate_checks,
    "refused candidates": refusal_checks,
    "mutations": mutation_checks,
    "transformations": transformation_checks,
    "replayed lists": replay_checks,
}
"""Group -> what makes its checks from a fixture and the group's full name; none where the files are absent."""

MEANINGS: dict[str, str] = {
    PRESERVED: "every file is the sealed bytes",
    "valid facts": "declared facts are accepted",
    "refused candidates": "listed defects are refused for their reason",
    "mutations": "each single defect is refused for its own reason, in gate order",
    "transformations": "controlled changes have their expected outcome",
    "replayed lists": "recorded lists hold the evidence that was recorded of them",
}
"""Group -> what passing it establishes; no group says anything about a model's answers."""


def named_checks(folder: Path) -> tuple[NamedCheck, ...]:
    """Run every check that a fixture has the files for.

    A damaged file is a failed check here and not an error: the report names it, and everything else is
    checked all the same.

    Args:
        folder: The fixture, with its fixture.json.

    Returns:
        The checks, with groups named ``fixture: group``; a group without checks does not appear.

    Raises:
        FixtureError: There is no fixture.json, or it cannot be read.
    """
    manifest = read_manifest(folder)
    if manifest is None:
        raise FixtureError(
            "named checks need a fixture.json with its seals",
            place=str(folder),
            remedy="Write one and call: labcore seal FIXTURE",
        )
    checks = list(preserved_checks(folder, manifest, f"{manifest.name}: {PRESERVED}"))
    try:
        fixture = load(folder, verify_seals=False)
    except FixtureError as error:
        return (*checks, _does_not_load(manifest.name, error))
    for name, make in GROUPS.items():
        checks.extend(make(fixture, f"{manifest.name}: {name}"))
    return tuple(checks)


def _does_not_load(name: str, error: FixtureError) -> NamedCheck:
    return NamedCheck(
        group=f"{name}: {PRESERVED}",
        name="loads",
        passed=False,
        expected="a fixture that loads",
        actual=str(error),
        detail="without it no other group can be checked",
    )
