"""The check of a query's text before it is registered: one plain SELECT on known tables, and no more."""

from __future__ import annotations

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from labcore.facts.schema import TABLES

__all__ = ["ALLOWED_FUNCTIONS", "text_refusal"]

ALLOWED_FUNCTIONS = frozenset({"CAST", "COUNT", "MAX", "MIN"})
"""What a registered query may call; both engines give the same for each."""

_DIALECTS = ("sqlite", "postgres")

_ALLOWED_NODES: frozenset[type[exp.Expr]] = frozenset(
    {
        exp.Alias, exp.And, exp.Case, exp.Cast, exp.Column, exp.Count, exp.DataType, exp.EQ, exp.From, exp.Group, exp.GT,
        exp.Having, exp.Identifier, exp.If, exp.In, exp.Is, exp.Join, exp.Limit, exp.Literal, exp.Max, exp.Min, exp.NEQ, exp.Null,
        exp.Or, exp.Order, exp.Ordered, exp.Paren, exp.Placeholder, exp.Select, exp.Star, exp.Subquery, exp.Table,
        exp.TableAlias, exp.Union, exp.Where,
    }
)  # fmt: skip
"""A list of what may stand in a query, so that a construct that nobody thought of is refused."""


def text_refusal(sql: str) -> str | None:
    """Say why a text may not be registered, or None when it may.

    The text is parsed in the dialects of both engines, and each tree may hold only listed constructs,
    tables and functions. What is not listed is refused, whether or not it is known to be harmful.
    """
    if "--" in sql or "/*" in sql or ";" in sql:
        return "it holds a comment or a semicolon"
    for dialect in _DIALECTS:
        refusal = _refusal_in(sql, dialect)
        if refusal:
            return refusal
    return None


def _refusal_in(sql: str, dialect: str) -> str | None:
    try:
        statements = [statement for statement in sqlglot.parse(sql, read=dialect) if statement is not None]
    except SqlglotError as error:
        return f"it does not parse as {dialect}: {str(error).splitlines()[0]}"
    if len(statements) != 1:
        return f"it holds {len(statements)} statements"
    tree = statements[0]
    if not isinstance(tree, exp.Select | exp.Union):
        return f"it is {tree.key.upper()} and not SELECT"
    return next((reason for node in tree.walk() if (reason := _node_refusal(node))), None)


def _node_refusal(node: exp.Expr) -> str | None:
    if isinstance(node, exp.Table) and (node.db or node.catalog or node.name not in TABLES):
        return f"it reads {node.sql()}, which is not a table of the store"
    if isinstance(node, exp.Func) and node.sql_name() not in ALLOWED_FUNCTIONS | {"CASE", "IF", "AND", "OR"}:
        return f"it calls {node.sql()[:60]}, which is not an allowed function"
    if type(node) not in _ALLOWED_NODES:
        return f"it holds {type(node).__name__}, which is not an allowed construct"
    return None
