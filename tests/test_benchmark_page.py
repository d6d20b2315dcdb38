"""The benchmark's page states what the measurement says, and nothing else; here of an invented one."""

import importlib.util
import re
from pathlib import Path

import pytest

EMBED = Path(__file__).parents[1] / "benchmarks" / "embed"


@pytest.fixture(scope="module")
def render():
    return loaded(EMBED / "render.py")


def loaded(path):
    """Import a program of benchmarks/, which is no package."""
    spec = importlib.util.spec_from_file_location(f"loaded_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def report() -> dict:
    """Ten texts of 100 tokens; labcore takes 2 s and 1 s, the other 6 s and, in its best batch size, 1.5 s."""
    ours = {"single": [2.0, 2.0, 9.0], "batched": [1.0]}
    theirs = {"single": [6.0], "batched 8": [1.5], "batched 32": [4.0]}

    def run(seconds):
        return [{"seconds": seconds, "start_seconds": 0.5, "peak_bytes": 3_000_000}]

    timed = {"graph": "g", "batch": 1, "length": 12, "seconds": [0.02, 0.01], "gap": 2e-7}
    return {
        "about": {
            "measured_at": "2026-11-30T00:00:00+00:00",
            "processor": "an invented processor",
            "cores": 1,
            "load_before": 0.0,
            "system": "none",
            "python": "3",
            "packages": {"onnxruntime": "1"},
            "other": {"torch": "2"},
            "texts": 10,
            "tokens": 100,
            "characters": 40,
            "flop_a_token": 20_000_000,
        },
        "sides": {"1": {"labcore": run(ours), "torch": run(theirs)}},
        "peak": {"1": {"flop_per_second": {"512": 4e9, "10": 2e9}}},
        "graphs": {"1": {"results": [timed]}},
        "schedules": {"1": {"seconds": {"single items": [3.0, 2.0]}}},
    }


def test_the_ratio_is_of_medians_and_of_the_best_batch_size(render):
    """6 s over 2 s, and 1.5 s over 1 s; an outlier of 9 s moves no median."""
    page = render.page(report())
    assert "| 1 | single items | 2.00 (2.00) | 6.00 (6.00) | 5 | 2 | 50 | 17 | 3.00 |" in page
    assert "| 1 | batches | 1.00 (1.00) | 1.50 (1.50) | 10 | 7 | 100 | 67 | 1.50 |" in page
    assert "3.0 times on single items with 1 thread and 1.5 times on batches with 1 thread" in page


def test_the_share_is_of_the_bound_with_as_many_rows(render):
    """100 tokens of 20 MFLOP are 2 GFLOP: in 2 s half of 2 GFLOP/s, in 1 s half of 4."""
    page = render.page(report())
    assert "| 1 | single items | 1 | 2 | 4 | 50% | 25% |" in page
    assert "| 1 | batches | 2 | 4 | 4 | 50% | 50% |" in page
    assert "at most a factor of 2.00 is left" in page


def test_graphs_and_schedules_are_shown_by_their_best(render):
    page = render.page(report())
    assert "| g | 10.0 |" in page
    assert "| single items | 2.00 | 2.50 |" in page


def test_survivors_are_grouped_by_the_first_reason_that_finds_them():
    """By name or by change; a reason that finds nothing is refused, one behind another is not."""
    explained = loaded(EMBED.parent / "mutation_page.py").explained
    alive = {"x_a__1": ["- 1", "+ 2"], "x_b__1": ["- dtype=int", "+ dtype=None"], "x_c__9": ["- y", "+ z"]}
    reasons = {"dtype=None": "room", "x_a__": "speed", "x_[ab]__": "both"}
    assert explained(alive, reasons) == {"speed": ["x_a__1"], "room": ["x_b__1"], "unexplained": ["x_c__9"]}
    with pytest.raises(SystemExit, match=r"explains what did not survive: x_d__"):
        explained(alive, {**reasons, "x_d__": "gone"})


def test_the_committed_page_of_mutation_testing_says_what_is_asked_of_it():
    """Fewer than one in twenty live, each with its reason; only make mutation can tell whether it is still true."""
    page = (EMBED.parent / "mutation-testing.md").read_text()
    tried, share = re.search(
        r"(\d+) mutants that were tried survive: ([\d.]+)%, fewer than 5%", page
    ).groups()
    assert int(tried) > 1000
    assert float(share) < 5
    assert "not checked" not in page
    assert "\n0 of them are unexplained." in page
