"""The judges that can be asked for by name."""

from __future__ import annotations

import os
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from labcore.errors import ParameterError
from labcore.judging.adapters import CallableJudge, named_callable
from labcore.judging.chat import API_KEY, ChatJudge
from labcore.judging.exact import ConstantJudge, MembershipJudge, OracleJudge
from labcore.judging.protocol import Opinion
from labcore.judging.recorded import RecordedJudge, read_rulings
from labcore.judging.scores import number_grounding, quoted_spans, rouge_l, token_overlap
from labcore.judging.threshold import CosineScore, ThresholdJudge, require_threshold

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from labcore.judging.protocol import Judge
    from labcore.judging.threshold import Score
    from labcore.units import Units

__all__ = ["JUDGES", "THRESHOLDS", "judge_named"]

_EXACT: Mapping[str, Callable[[frozenset[str], Units], Judge]] = {
    "oracle": OracleJudge,
    "membership": lambda bundle, _: MembershipJudge(bundle),
    "always-accept": lambda *_: ConstantJudge(Opinion.ACCEPT),
    "always-reject": lambda *_: ConstantJudge(Opinion.REJECT),
}
_SCORED: Mapping[str, Callable[[], Score]] = {
    "overlap": lambda: token_overlap,
    "rouge-l": lambda: rouge_l,
    "spans": lambda: quoted_spans,
    "numbers": lambda: number_grounding,
    "cosine": CosineScore,
}
THRESHOLDS: Mapping[str, float] = MappingProxyType(
    {"overlap": 0.5, "rouge-l": 0.5, "spans": 0.5, "numbers": 1.0, "cosine": 0.8}
)
"""Where each scored judge starts to accept when nothing else is asked for; a habit of the field, not tuned."""

JUDGES = (*_EXACT, *_SCORED)
"""The names of the judges that are built in."""


def judge_named(name: str, bundle: frozenset[str], units: Units, *, threshold: float | None = None) -> Judge:
    """Make a judge from what a command line can say.

    Args:
        name: One of `JUDGES`; ``call:module:function``; ``csv:FILE`` with recorded verdicts;
            ``chat:MODEL=URL`` for an endpoint whose key stands in `API_KEY`. A scored judge and a
            called one may end in ``@`` and a threshold.
        bundle: The passages that were given.
        units: The fixture's units.
        threshold: For a scored judge that names none; None for its usual one.

    Raises:
        ParameterError: The name is not known, its threshold is no finite number, or it has none to set.
    """
    plain, own = _split(name)
    limit = threshold if own is None else own
    if limit is not None:
        require_threshold(limit, name)
    if plain in _EXACT:
        if own is not None:
            raise ParameterError(
                "this judge has no threshold", got=f"{own:g}", place=name, remedy=f"Name it {plain}"
            )
        return _EXACT[plain](bundle, units)
    if plain in _SCORED:
        return ThresholdJudge(plain, _SCORED[plain](), THRESHOLDS[plain] if limit is None else limit)
    kind, _, rest = plain.partition(":")
    if kind == "call" and rest:
        return CallableJudge(plain, named_callable(rest), limit)
    if kind == "csv" and rest:
        return RecordedJudge(plain, read_rulings(_text(Path(rest)), rest))
    if kind == "chat" and "=" in rest:
        model, _, url = rest.partition("=")
        return ChatJudge(model, url, api_key=os.environ.get(API_KEY, ""))
    raise ParameterError(
        f"a judge is one of {', '.join(JUDGES)}, call:module:function, csv:FILE or chat:MODEL=URL", got=name
    )


def _split(name: str) -> tuple[str, float | None]:
    plain, mark, threshold = name.rpartition("@")
    if not mark or plain.partition(":")[0] in {"csv", "chat"}:
        return name, None
    try:
        return plain, float(threshold)
    except ValueError:
        raise ParameterError("a threshold is a number", got=threshold, place=name) from None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ParameterError("recorded verdicts must be a file of UTF-8 text", got=str(error)) from None
