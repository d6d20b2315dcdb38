"""Reads a request body as one JSON object, more strictly than Python's reader does by itself."""

from __future__ import annotations

import json
from typing import Any, NoReturn

__all__ = ["read_object"]


def read_object(body: bytes) -> dict[str, Any] | str:
    """Read one JSON object in UTF-8.

    A name that stands twice is refused, because two readers could take two different values; NaN and
    Infinity are refused, because they are not JSON.

    Returns:
        The object; or, when the body is none, what is wrong with it, as a sentence.
    """
    try:
        text = body.decode("utf-8")
        value = json.loads(text, object_pairs_hook=_each_name_once, parse_constant=_no_number)
    except UnicodeDecodeError:
        return "The body is not UTF-8."
    except json.JSONDecodeError as error:
        return f"The body is not JSON: {error.msg} at character {error.pos}."
    except RecursionError:
        return "The body is nested too deeply."
    except ValueError as error:
        return f"The body is not taken as JSON: {error}."
    if not isinstance(value, dict):
        return "The body must be a JSON object with named arguments."
    return value


def _each_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    given = dict(pairs)
    if len(given) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the name {twice[:60]!r} stands twice in one object")
    return given


def _no_number(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON number")
