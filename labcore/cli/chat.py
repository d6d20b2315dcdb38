"""``labcore chat``: a model helps to find an entry; the person chooses, and the facts come from the store."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click

from labcore import facts
from labcore.cli.facts import store_option
from labcore.cli.facts_view import result_text
from labcore.errors import ExtraMissingError, LabError, ParameterError, visible
from labcore.facts.wording import NOT_EVIDENCE
from labcore.service.endpoint import KEY_VARIABLE, Endpoint
from labcore.service.relay import ChatRelay

if TYPE_CHECKING:
    from labcore.facts import Candidate, FactScope, FactStore
    from labcore.service.remote import RemoteStore
    from labcore.service.turn import Lookup, Turn

__all__ = ["chat"]

_HELP = (
    "Write what you look for. /use N takes the scope of candidate N, /all drops it, "
    "/get N [ROUTE] reads its facts, /quit ends."
)
_FIRST_ROUTES = {"message": "message_facts", "signal": "signal_facts", "mapping": "mapping_facts"}


@click.command("chat", short_help="Find an entry with a model's help; facts come from the store.")
@store_option
@click.option("--endpoint", required=True, help="An OpenAI-compatible address, up to /v1.")
@click.option("--model", required=True, help="The model's name there.")
@click.option("--key-env", default=KEY_VARIABLE, show_default=True, help="The variable that holds the key.")
def chat(store: str, endpoint: str, model: str, key_env: str) -> None:
    """Talk to a model that holds one tool, the search; it can neither choose nor fetch.

    --store may be the address of labcore serve, so that this process needs no database.

    Example: labcore chat --endpoint http://127.0.0.1:11434/v1 --model llama3.2
    """
    with closing(Endpoint(endpoint, model, key_variable=key_env)) as behind, closing(_open(store)) as opened:
        desk = _Desk(opened, ChatRelay(opened.search, behind))
        click.echo(_HELP)
        while True:
            try:
                line = click.prompt("you", prompt_suffix="> ").strip()
            except click.Abort:
                click.echo()
                return
            if line == "/quit":
                return
            try:
                desk.take(line)
            except LabError as error:
                click.echo(f"error: {error}", err=True)


def _open(store: str) -> FactStore | RemoteStore:
    if not store.startswith(("http://", "https://")):
        return facts.open(store)
    try:
        from labcore.service.remote import RemoteStore  # noqa: PLC0415  # an optional part
    except ImportError as error:
        raise ExtraMissingError.of("service", "asking a service") from error
    return RemoteStore(store)


@dataclass(slots=True)
class _Desk:
    """Where the person chooses: the candidates listed last, and the scope taken from one of them."""

    store: FactStore | RemoteStore
    relay: ChatRelay
    listed: list[Candidate] = field(default_factory=list)
    chosen: FactScope | None = None

    def take(self, line: str) -> None:
        """Do what one line says."""
        command, _, rest = line.partition(" ")
        match command:
            case "/use":
                self.chosen = self._candidate(rest).scope
                click.echo(f"Your scope: {self.chosen}. Nothing has been fetched.")
            case "/all":
                self.chosen = None
                click.echo("No scope is chosen.")
            case "/get":
                number, _, route = rest.partition(" ")
                one = self._candidate(number)
                result = self.store.fetch(route.strip() or _FIRST_ROUTES[one.kind], one.scope, one.name)
                click.echo(result_text(result))
            case _ if command.startswith("/"):
                click.echo(_HELP)
            case _:
                self._show(self.relay.say(line, self.chosen))

    def _candidate(self, number: str) -> Candidate:
        if number.isdecimal() and 1 <= int(number) <= len(self.listed):
            return self.listed[int(number) - 1]
        raise ParameterError(
            "a candidate is one of those listed last", got=number or "no number", place="/use or /get"
        )

    def _show(self, turn: Turn) -> None:
        click.echo(f"\n{NOT_EVIDENCE} ({turn.model})\n{_indented(turn.words or '(none)')}\n")
        self.listed = []
        for lookup in turn.lookups:
            self._list(lookup)
        for note in turn.notes:
            click.echo(f"note: {visible(note.message)}")

    def _list(self, lookup: Lookup) -> None:
        found = lookup.result
        where = lookup.scope or "every scope"
        term = str(lookup.term)[:60]
        click.echo(visible(f"look-up of {term} in {where}: {found.status}. {found.message}"))
        entries = [*found.candidates, *found.found_as, *([found.identified] if found.identified else [])]
        for one in entries:
            self.listed.append(one)
            line = f"  {len(self.listed)}  {one.kind} {one.name} in {one.scope} ({one.matched_by})"
            click.echo(visible(line))


def _indented(words: str) -> str:
    """Move every line away from the left edge, where the headings stand."""
    return "\n".join(f"  {visible(line)}" for line in words.splitlines())
