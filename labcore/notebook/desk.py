"""A desk for looking up facts: a person asks, sees what may be meant, chooses, and only then fetches."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Protocol

import ipywidgets
from IPython.display import display

from labcore.facts import ROUTES
from labcore.notebook.fact_pages import card, facts_html, found_html
from labcore.notebook.model_pages import words_html
from labcore.notebook.theme import BLUE, RED

if TYPE_CHECKING:
    from collections.abc import Callable

    from labcore.facts import Candidate, FactScope, Result
    from labcore.notebook.model_pages import Spoken

__all__ = ["Asks", "Desk", "fact_desk"]

_WIDE = ipywidgets.Layout(width="44em", max_width="100%")
_BUTTON = ipywidgets.Layout(width="max-content")
_LONG_NAMES_WRAP = """<style>
.labcore-desk .widget-radio-box label {
  height: auto; line-height: 1.5; margin: 4px 0; padding-left: 24px; white-space: normal; position: relative;
}
.labcore-desk .widget-radio-box input { position: absolute; left: 0; top: 3px; margin: 0; }
</style>"""
"""ipywidgets gives each choice the height of one line, so a long one is written over the next."""


class Asks(Protocol):
    """What the desk needs of a fact store."""

    def search(self, term: object, scope: FactScope | None = None, kind: str | None = None) -> Result:
        """Find candidates."""

    def fetch(self, route: str, scope: FactScope, name: object) -> Result:
        """Read facts."""


def fact_desk(
    store: Asks, question: str, talk: Callable[[str, FactScope | None], Spoken] | None = None
) -> None:
    """Show a desk, with the question already asked; without a kernel its first answer stands as a page.

    Args:
        store: Where facts come from.
        question: What is asked first.
        talk: Lets a model look, given what the person writes and the scope that they chose; None for no model.
    """
    desk = Desk(store, question, talk)
    note = "This desk answers in JupyterLab or Binder. It begins with this question, and nothing is chosen:"
    display(
        {
            "application/vnd.jupyter.widget-view+json": {
                "version_major": 2,
                "version_minor": 0,
                "model_id": desk.box.model_id,
            },
            "text/html": f"<p><em>{note} {escape(question)}</em></p>{found_html(store.search(question))}",
            "text/plain": f"A desk for looking up facts, asked for {question}",
        },
        raw=True,
    )  # type: ignore[no-untyped-call]


class Desk:
    """The controls and what they do; no fact is on the desk unless the person fetched it for what is shown.

    Args:
        store: Where facts come from.
        question: What is asked first.
        talk: Lets a model look; None for no model.

    Attributes:
        box: Everything, to be displayed.
        chosen: The scope that the person chose; None where none.
    """

    def __init__(
        self, store: Asks, question: str, talk: Callable[[str, FactScope | None], Spoken] | None = None
    ) -> None:
        self.chosen: FactScope | None = None
        self._store = store
        self._talk = talk
        self._offered: list[Candidate] = []
        self.question = ipywidgets.Text(value=question, description="find", layout=_WIDE)
        self.search = self._button("Search", self._on_search, primary=True)
        self.ask = self._button("Ask the model", self._on_ask)
        self.problem = ipywidgets.HTML()
        self.words = ipywidgets.HTML()
        self.found = ipywidgets.HTML()
        self.candidates = ipywidgets.RadioButtons(options=[], value=None, layout=_WIDE)
        self.use = self._button("Use this scope", self._on_use)
        self.drop = self._button("Drop the scope", self._on_drop)
        self.scope = ipywidgets.HTML()
        self.route = ipywidgets.Dropdown(options=list(ROUTES), description="facts")
        self.fetch = self._button("Fetch the facts", self._on_fetch, primary=True)
        self.facts = ipywidgets.HTML()
        self.candidates.observe(self._on_pick, names="value")
        row = ipywidgets.HBox([self.search, *([self.ask] if talk else [])])
        scope = ipywidgets.HBox([self.use, self.drop])
        fetch = ipywidgets.HBox([self.route, self.fetch])
        parts = [
            ipywidgets.HTML(_LONG_NAMES_WRAP, layout=ipywidgets.Layout(display="none")),
            self.question,
            row,
            self.problem,
            self.words,
            self.found,
            self.candidates,
            scope,
            self.scope,
            fetch,
            self.facts,
        ]
        self.box = ipywidgets.VBox(parts)
        self.box.add_class("labcore-desk")
        self._look_up(question)

    def _look_up(self, term: str, kind: str | None = None) -> None:
        self._show(self._store.search(term, self.chosen, kind))

    def _show(self, result: Result) -> None:
        """Show what was found; whatever was on the desk before is gone."""
        self.found.value = found_html(result, listing=False)
        self.facts.value = ""
        identified = [result.identified] if result.identified else []
        self._offered = [*identified, *result.candidates, *result.found_as]
        labels = [f"{one.kind} {one.name} in {one.scope}" for one in self._offered]
        self.candidates.options = [(label, place) for place, label in enumerate(labels)]
        self.candidates.value = 0 if identified else None
        self._follow()

    def _follow(self) -> None:
        """Let the buttons offer what can be done now."""
        picked = self._picked()
        told = f"your scope: {self.chosen}" if self.chosen else "no scope is chosen"
        self.scope.value = card(escape(told), BLUE)
        self.use.disabled = picked is None or picked.scope == self.chosen
        self.drop.disabled = self.chosen is None
        self.fetch.disabled = picked is None or picked.scope != self.chosen
        routes = [name for name, route in ROUTES.items() if picked is None or route.kind is picked.kind]
        if list(self.route.options) != routes:
            self.route.options = routes

    def _picked(self) -> Candidate | None:
        place = self.candidates.value
        return None if place is None else self._offered[place]

    def _on_search(self) -> None:
        self.words.value = ""
        self._look_up(self.question.value)

    def _on_ask(self) -> None:
        turn = self._talk(self.question.value, self.chosen) if self._talk else None
        if turn is None:
            return
        self.words.value = words_html(turn)
        if turn.lookups:
            self._show(turn.lookups[-1].result)
        else:
            self._clear()

    def _clear(self) -> None:
        """Take everything off the desk but the words and the scope."""
        self.found.value = self.facts.value = ""
        self._offered = []
        self.candidates.options = []
        self._follow()

    def _on_pick(self, _change: Any) -> None:
        self.facts.value = ""
        self._follow()

    def _on_use(self) -> None:
        picked = self._picked()
        if picked is not None:
            self.chosen = picked.scope
            self._look_up(picked.name, picked.kind)

    def _on_drop(self) -> None:
        self.chosen = None
        self._look_up(self.question.value)

    def _on_fetch(self) -> None:
        picked = self._picked()
        if picked is not None:
            self.facts.value = facts_html(self._store.fetch(self.route.value, picked.scope, picked.name))

    def _button(self, label: str, action: Callable[[], None], *, primary: bool = False) -> Any:
        """Make a button; what goes wrong in its action is shown, for JupyterLab would hide it."""
        style = "primary" if primary else ""
        button = ipywidgets.Button(description=label, button_style=style, layout=_BUTTON)

        def press(_button: Any) -> None:
            self.problem.value = ""
            try:
                action()
            except Exception as error:  # noqa: BLE001 - whatever it is, the reader must see it
                self._clear()
                self.problem.value = card(f"<strong>That did not work.</strong> {escape(str(error))}", RED)

        button.on_click(press)
        return button
