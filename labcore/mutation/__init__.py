"""Deliberate defects of a fact, one dimension each, and other ways of writing the same fact."""

from labcore.mutation.equivalents import Equivalent, equivalents
from labcore.mutation.foreign import Foreign
from labcore.mutation.mutants import FIELDS, Mutant, mutants

__all__ = ["FIELDS", "Equivalent", "Foreign", "Mutant", "equivalents", "mutants"]
