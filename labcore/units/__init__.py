"""Units that a fixture declares, exact numbers, and what makes a proposition a fact under them."""

from labcore.units.declared import MAX_DIGITS, MISREAD, SEPARATORS, Quantity, Unit, Units, plain
from labcore.units.facts import require_fact

__all__ = ["MAX_DIGITS", "MISREAD", "SEPARATORS", "Quantity", "Unit", "Units", "plain", "require_fact"]
