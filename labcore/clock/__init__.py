"""Clocks: what a day makes of a passage, and what is wrong with the days of a corpus."""

from labcore.clock.lint import problems
from labcore.clock.rules import CLOCK_RULES, ClockRule, Problem
from labcore.clock.states import State, missing, state, why

__all__ = ["CLOCK_RULES", "ClockRule", "Problem", "State", "missing", "problems", "state", "why"]
