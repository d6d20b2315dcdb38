"""Every exception that labcore raises on purpose, and the one form their messages take."""

from __future__ import annotations

__all__ = [
    "ExtraMissingError",
    "FixtureError",
    "LabError",
    "ModelError",
    "NotFoundError",
    "ParameterError",
    "QueryError",
    "RecordError",
    "ScopeError",
    "SearchError",
    "StoreError",
    "UnitError",
    "visible",
]


class LabError(Exception):
    """Wrong use or broken input: the rule, the value got, the place, and what to do.

    Data that merely fails a check is never an exception: that is a verdict, an exclusion or a status.
    Control characters in a message are shown escaped, since values and places come from outside.

    Args:
        rule: What must hold, as a sentence without a full stop.
        got: The value that broke it, as it arrived; left out of the message when None.
        place: Where it stands, such as ``corpus.jsonl:7``; left out when None.
        remedy: What to do next; left out when None.
    """

    def __init__(
        self, rule: str, *, got: object = None, place: str | None = None, remedy: str | None = None
    ) -> None:
        self.rule = rule
        self.got = got
        self.place = place
        self.remedy = remedy
        super().__init__(self._message())

    def _message(self) -> str:
        head = f"{visible(self.place)}: {self.rule}" if self.place else self.rule
        if self.got is not None:
            shown = self.got if isinstance(self.got, str) else repr(self.got)
            head += f", got {visible(_shorten(shown))}"
        # a rule or a remedy may have several lines, but what it quotes from outside moves no cursor
        stop = "" if head.endswith("?") else "."
        return visible(f"{head}{stop} {self.remedy}" if self.remedy else head, keep="\n")

    def _render_traceback_(self) -> list[str]:
        """Give notebooks the message alone; IPython calls this in place of its long traceback."""
        return [f"{type(self).__name__}: {self}"]


class RecordError(LabError, ValueError):
    """A record was made with a field that breaks one of its rules."""


class ScopeError(LabError, ValueError):
    """A scope lacks a dimension that the fixture declares."""


class FixtureError(LabError, ValueError):
    """A fixture folder breaks its format; nothing of it was loaded."""


class ModelError(LabError, RuntimeError):
    """The pinned model is missing, altered, or could not be acquired."""


class NotFoundError(LabError, LookupError):
    """No such thing for this caller; the same whether it is absent or forbidden."""


class SearchError(LabError, RuntimeError):
    """A search failed; it is not an empty result, and nothing may be concluded from it."""


class ParameterError(LabError, ValueError):
    """A parameter of a command, a notebook or a call is unknown, of the wrong type or out of range."""


class QueryError(LabError, ValueError):
    """A query's text or header breaks a rule of registration, so that it may not run."""


class StoreError(LabError, RuntimeError):
    """A fact store cannot be opened, is not safe to serve from, or failed while it was read."""


class UnitError(LabError, ValueError):
    """A unit is not declared, or a number cannot be read or converted exactly under its declaration."""


class ExtraMissingError(LabError, ImportError):
    """An optional part is not installed; the message names the extra to install."""

    @classmethod
    def of(cls, extra: str, needed_for: str) -> ExtraMissingError:
        """Name the extra that carries the missing packages.

        Args:
            extra: The extra's name in pyproject.toml, such as ``dbc``.
            needed_for: What was asked for, such as ``reading DBC files``.
        """
        return cls(
            f"{needed_for} needs the optional part [{extra}]", remedy=f"Run: pip install 'labcore[{extra}]'"
        )


def visible(text: str, *, keep: str = "") -> str:
    """Show every character that a terminal would obey or hide as its escape.

    Args:
        text: Any text; lone surrogates, which no encoding can write, are escaped as well.
        keep: Characters to leave as they are.
    """
    return "".join(
        char if char.isprintable() or char in keep else char.encode("unicode_escape").decode()
        for char in text
    )


def _shorten(text: str, limit: int = 200) -> str:
    return text if len(text) <= limit else f"{text[:limit]}... ({len(text)} characters)"
