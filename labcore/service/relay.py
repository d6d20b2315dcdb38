"""The relay: it gives a model one tool, the search; what to choose and what to fetch stays with the person."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from labcore.errors import ParameterError, StoreError
from labcore.facts.request import Refusal, read_scope
from labcore.service.calls import offered_tools, read_call
from labcore.service.model import ModelFailure
from labcore.service.transcript import SYSTEM, exchange, lookup_for_model, not_yours, opening
from labcore.service.turn import Lookup, Note, NoteKind, ScopeFrom, Turn
from labcore.service.whose import PersonsScope, persons_scope

if TYPE_CHECKING:
    from collections.abc import Callable

    from labcore.facts import FactScope, Result
    from labcore.service.calls import SearchCall
    from labcore.service.model import ChatModel, Reply, ToolCall

__all__ = ["ChatLimits", "ChatRelay"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatLimits:
    """How far one turn may go.

    Attributes:
        requests: Requests to the model in one turn; the calls of the last reply are not run.
        calls: Calls of one reply that are run.
        text: Characters that a person may write in one turn.
        words: Characters of the model's words that are kept.
        candidates: Candidates of one look-up that the model is shown.
        turns: Earlier turns that the model is shown.

    Raises:
        ParameterError: One of them is no whole number above zero.
    """

    requests: int = 5
    calls: int = 4
    text: int = 2000
    words: int = 4000
    candidates: int = 20
    turns: int = 8

    def __post_init__(self) -> None:
        for limit in fields(self):
            value: object = getattr(self, limit.name)
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise ParameterError(
                    "a limit of a chat is a whole number above zero", got=value, place=limit.name
                )


@dataclass(slots=True, kw_only=True)
class _Running:
    """A turn while it runs."""

    chosen: FactScope | None
    messages: list[dict[str, Any]]
    lookups: list[Lookup] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    def note(self, kind: NoteKind, message: str) -> None:
        self.notes.append(Note(kind=kind, message=message))


class ChatRelay:
    """One conversation between a person and a model about one store.

    Args:
        search: Finds candidates; ``FactStore.search``, and the only thing of a store that the relay has.
        model: Replies.
        limits: How far a turn may go; None for the defaults.
    """

    def __init__(
        self, search: Callable[..., Result], model: ChatModel, *, limits: ChatLimits | None = None
    ) -> None:
        self._search = search
        self._model = model
        self._limits = limits or ChatLimits()
        self._written: list[str] = []
        self._listed: set[FactScope] = set()
        self._turns: list[list[dict[str, Any]]] = []

    def say(self, text: str, chosen: FactScope | None = None) -> Turn:
        """Run one turn; whatever the model does, a turn comes back.

        Args:
            text: What the person writes.
            chosen: The scope that the person has chosen, if any; it holds for every look-up of the turn.

        Raises:
            ParameterError: The text is blank or too long.
        """
        if not text.strip() or len(text) > self._limits.text:
            raise ParameterError(f"a message has 1 to {self._limits.text} characters", got=len(text.strip()))
        self._written.append(text)
        running = _Running(chosen=chosen, messages=opening(text, chosen))
        words = self._converse(running)
        return Turn(
            text=text,
            chosen=chosen,
            model=self._model.name,
            words=words,
            lookups=tuple(running.lookups),
            notes=tuple(running.notes),
        )

    def _converse(self, running: _Running) -> str:
        for left in reversed(range(self._limits.requests)):
            reply = self._ask(running)
            if isinstance(reply, ModelFailure):
                kind = NoteKind.MODEL_TIMED_OUT if reply.timed_out else NoteKind.MODEL_FAILED
                running.note(kind, reply.message)
                return ""
            if not reply.calls or not left:
                return self._end(running, reply)
            self._run(running, reply)
        return ""

    def _ask(self, running: _Running) -> Reply | ModelFailure:
        earlier = [message for turn in self._turns for message in turn]
        return self._model.reply([SYSTEM, *earlier, *running.messages], offered_tools())

    def _end(self, running: _Running, reply: Reply) -> str:
        if reply.calls:
            running.note(
                NoteKind.TOO_MANY_LOOKUPS,
                f"The model went on asking; after {self._limits.requests} requests the turn was ended.",
            )
        if not running.lookups:
            running.note(
                NoteKind.NO_LOOKUP, "The model looked nothing up: its words rest on no search at all."
            )
        words = reply.words.strip()
        if not words:
            running.note(NoteKind.NO_WORDS, "The model wrote nothing.")
        if len(words) > self._limits.words:
            running.note(
                NoteKind.WORDS_CUT, f"Of the model's {len(words)} characters, {self._limits.words} are shown."
            )
            words = words[: self._limits.words]
        running.messages.append({"role": "assistant", "content": words})
        self._turns = [*self._turns, running.messages][-self._limits.turns :]
        return words

    def _run(self, running: _Running, reply: Reply) -> None:
        answers = [
            self._answer(running, call) if place < self._limits.calls else self._left_out(running, call)
            for place, call in enumerate(reply.calls)
        ]
        running.messages += exchange(reply, answers)

    def _left_out(self, running: _Running, call: ToolCall) -> dict[str, Any]:
        message = f"More than {self._limits.calls} calls in one reply; {call.name[:60]!r} was left out."
        running.note(NoteKind.TOO_MANY_LOOKUPS, message)
        return {"error": message}

    def _answer(self, running: _Running, call: ToolCall) -> dict[str, Any]:
        """Run one call and give what the model is told; what the person is told is noted."""
        wanted = read_call(call)
        if isinstance(wanted, Note):
            running.notes.append(wanted)
            return {"error": wanted.message}
        try:
            lookup = self._look_up(wanted, running.chosen)
        except StoreError:
            running.note(NoteKind.STORE_FAILED, "The store failed on this look-up; nothing follows from it.")
            return {"error": "The store failed; nothing follows from it."}
        running.lookups.append(lookup)
        self._listed.update(one.scope for one in (*lookup.result.candidates, *lookup.result.found_as))
        if lookup.dropped:
            running.note(NoteKind.SCOPE_NOT_YOURS, not_yours(lookup))
        return lookup_for_model(lookup, self._limits.candidates)

    def _look_up(self, wanted: SearchCall, chosen: FactScope | None) -> Lookup:
        asked = read_scope(wanted.scope)
        if isinstance(asked, Refusal):
            # The store refuses it in its own words; a scope that cannot be read is nobody's.
            result = self._search(wanted.term, wanted.scope, wanted.kind)
            own = PersonsScope(scope=None, scope_from=ScopeFrom.NOBODY, dropped=())
        else:
            own = persons_scope(asked, chosen=chosen, written=self._written, listed=self._listed)
            result = self._search(wanted.term, own.scope, wanted.kind)
        return Lookup(
            term=wanted.term,
            kind=wanted.kind,
            scope=own.scope,
            scope_from=own.scope_from,
            dropped=own.dropped,
            result=result,
        )
