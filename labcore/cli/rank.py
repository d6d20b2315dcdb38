"""``labcore rank``: rank a fixture's queries, filtered and not, and measure what came out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from labcore.cli.rank_choice import chosen, evidence_note
from labcore.cli.rank_tables import in_full, side_by_side
from labcore.errors import ParameterError, visible
from labcore.experiments import Comparison, QueryRow, compare_rankers
from labcore.fixture import load
from labcore.ranking import RANKERS
from labcore.records import Dimension, require_trec_names, to_json, to_trec
from labcore.report import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from labcore.fixture import Fixture
    from labcore.records import Run

__all__ = ["rank"]

_STANDARD_OUTPUT = Path("-")


@click.command("rank", short_help="Rank a fixture's queries and measure what came out.")
@click.argument("fixture", type=click.Path(path_type=Path))
@click.option(
    "--ranker",
    "rankers",
    multiple=True,
    default=("dense",),
    show_default=True,
    help=f"One of {', '.join(RANKERS)}; may be given several times.",
)
@click.option("--k", default=3, show_default=True, help="Hits per query, from 1.")
@click.option(
    "--split",
    type=click.Choice(["eval", "dev", "all"]),
    default="eval",
    show_default=True,
    help="Which queries.",
)
@click.option(
    "--trec",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    help="Write the filtered runs here in TREC format; - for standard output alone.",
)
@click.option(
    "--runs",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    help="Write the filtered runs here as JSON, with scope and exclusions; - for standard output alone.",
)
@click.option("--summary", is_flag=True, help="Show the rankers side by side, without every query.")
@click.option("--json", "as_json", is_flag=True, help="Print metrics as JSON.")
def rank(
    fixture: Path,
    rankers: tuple[str, ...],
    k: int,
    split: str,
    trec: Path | None,
    runs: Path | None,
    *,
    summary: bool,
    as_json: bool,
) -> None:
    """Rank the queries of FIXTURE under their own scopes, and once without admission as a diagnostic.

    Metrics are shown per query and per family. They are never melted into one score.

    Example: labcore rank fixtures/policies --ranker jaccard --ranker dense --k 3
    """
    _require_outputs({"--trec": trec, "--runs": runs})
    loaded = load(fixture)
    queries = chosen(loaded, split)
    if trec is not None:
        require_trec_names(
            [*(query.id for query in loaded.queries), *(passage.id for passage in loaded.corpus)]
        )
    compared = compare_rankers(loaded, _distinct(rankers), queries, k)
    filtered = [row.run for one in compared for row in one.rows]
    _write(trec, to_trec, filtered)
    _write(runs, to_json, filtered)
    unmeasured = evidence_note(loaded, queries)
    if unmeasured:
        click.echo(visible(unmeasured), err=True)
    if _STANDARD_OUTPUT in (trec, runs):
        return
    if as_json:
        click.echo(json.dumps([_as_data(one) for one in compared], indent=2))
        return
    click.echo(_heading(loaded))
    if summary:
        click.echo(side_by_side(compared))
        return
    for one in compared:
        click.echo(in_full(one))


def _heading(fixture: Fixture) -> str:
    silent = [dimension.value for dimension in Dimension if dimension not in fixture.corpus.dimensions]
    return (
        f"{visible(fixture.title)}: {len(fixture.corpus)} passages, "
        f"not checked because not declared: {', '.join(silent) or 'nothing'}\n"
    )


def _require_outputs(paths: dict[str, Path | None]) -> None:
    """Refuse a place that cannot be written before anything is computed for it."""
    if all(path == _STANDARD_OUTPUT for path in paths.values()):
        raise ParameterError(
            "standard output takes one kind of run", got="--trec - --runs -", remedy="Give one of them a file"
        )
    for option, path in paths.items():
        if path is None or path == _STANDARD_OUTPUT:
            continue
        if path.is_dir() or not path.parent.is_dir():
            raise ParameterError(
                f"{option} takes a file in a folder that is there",
                got=str(path),
                remedy="Make the folder first",
            )


def _write(path: Path | None, form: Callable[[list[Run]], str], runs: list[Run]) -> None:
    if path == _STANDARD_OUTPUT:
        click.echo(form(runs).encode(), nl=False)  # the bytes that a file would hold, in any locale
    elif path is not None:
        write_whole(path, form(runs))
        click.echo(f"wrote {path}", err=True)


def _distinct(rankers: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(rankers)) != len(rankers):
        raise ParameterError(
            "each ranker is compared once", got=", ".join(rankers), remedy="Leave out the second"
        )
    return rankers


def _as_data(one: Comparison) -> dict[str, Any]:
    return {
        "ranker": one.ranker,
        "k": one.k,
        "slots": one.slots,
        "forbidden_slots": one.forbidden_slots,
        "unfiltered_slots": one.unfiltered_slots,
        "unfiltered_forbidden_slots": one.unfiltered_forbidden_slots,
        "unfiltered_forbidden_passages": list(one.unfiltered_forbidden_passages),
        "families": [
            {
                "family": row.family,
                "queries": row.queries,
                "complete": row.complete,
                "first_hit": row.first_hit,
            }
            for row in one.families()
        ],
        "queries": [_query_data(row) for row in one.rows],
    }


def _query_data(row: QueryRow) -> dict[str, Any]:
    standard = row.standard
    return {
        "query": row.query.id,
        "family": row.query.family,
        "outcome": row.run.outcome.value,
        "hits": [{"passage": hit.passage_id, "score": hit.score} for hit in row.run.hits],
        "recall": standard and standard.recall,
        "ndcg": standard and standard.ndcg,
        "reciprocal_rank": standard and standard.reciprocal_rank,
        "first_hit_relevant": row.evidence.first_hit_relevant,
        "forbidden": list(row.evidence.forbidden),
        "wrong_version": list(row.evidence.wrong_version),
        "unrelated": list(row.evidence.unrelated),
        "unfiltered_forbidden": list(row.diagnostic.forbidden),
        "excluded": len(row.run.excluded),
        "excluded_by_reason": {reason.value: count for reason, count in row.reasons.items()},
        "required_but_excluded": [
            {"passage": one.passage_id, "reason": one.reason.value, "detail": one.detail}
            for one in row.withheld
        ],
    }
