"""Named checks of a fixture: all of them pass on ours, and each kind of damage fails the right ones."""

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from labcore.errors import FixtureError
from labcore.experiments import GROUPS, LACKING, MEANINGS, PRESERVED, named_checks
from labcore.fixture import seal
from labcore.oracle import GATES
from labcore.oracle import gates as gates_module

LIMITS = Path(__file__).parents[2] / "fixtures" / "limits"


@pytest.fixture
def copy(tmp_path):
    return Path(shutil.copytree(LIMITS, tmp_path / "limits"))


def failed(folder):
    """The group and name of every failed check."""
    return [(c.group.partition(": ")[2], c.name) for c in named_checks(folder) if not c.passed]


def edit(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_limits_has_the_five_groups_of_the_article():
    """3 + 6 + 36 + 8 + 36 = 89."""
    checks = named_checks(LIMITS)
    counts: dict[str, int] = {}
    for check in checks:
        assert check.passed, check
        counts[check.group] = counts.get(check.group, 0) + 1
    assert counts == {
        "limits: preserved inputs": 3,
        "limits: valid facts": 6,
        "limits: mutations": 36,
        "limits: transformations": 8,
        "limits: replayed lists": 36,
    }
    assert len(checks) == 89
    assert len({(check.group, check.name) for check in checks}) == 89


def test_every_group_says_what_it_establishes():
    assert set(MEANINGS) == {PRESERVED, *GROUPS}


@pytest.mark.parametrize("name", ["jaccard.trec", "dense.trec", "vectors.npy"])
@pytest.mark.parametrize("place", [0, 100, -1])
def test_one_changed_byte_of_a_recorded_file_fails_by_name(copy, name, place):
    path = copy / "recorded" / name
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)
    assert (PRESERVED, "recorded result") in failed(copy)


def test_a_changed_model_manifest_fails_by_name(copy):
    edit(copy / "recorded" / "record.json", "1110a243", "1110a244")
    assert failed(copy) == [(PRESERVED, "model manifest")]


def test_a_changed_list_that_is_sealed_anew_is_still_not_the_recorded_one(copy):
    """record.json keeps the hash of the list as it was recorded."""
    edit(copy / "recorded" / "dense.trec", "0.7479479312896729", "0.7479479312896728")
    seal(copy)
    assert failed(copy) == [(PRESERVED, "recorded result")]


def test_an_absent_recorded_file_fails_by_name(copy):
    (copy / "recorded" / "jaccard.trec").unlink()
    names = failed(copy)
    assert names[0] == (PRESERVED, "recorded result")
    assert len(names) == 1 + 18


def test_a_file_that_nobody_sealed_fails_by_name(copy):
    (copy / "extra.jsonl").write_text("{}\n", encoding="utf-8")
    assert failed(copy) == [(PRESERVED, "dataset")]


@pytest.mark.parametrize("sealed", [True, False])
def test_a_changed_expected_verdict_fails_by_name(copy, sealed):
    edit(copy / "candidates.jsonl", '"expects": "accepted"', '"expects": "value"')
    if sealed:
        seal(copy)
    wanted = [("refused candidates", "upload-limit-valid")]
    assert failed(copy) == ([] if sealed else [(PRESERVED, "dataset")]) + wanted


def test_a_changed_expectation_of_a_transformation_fails_by_name(copy):
    edit(copy / "transformations.jsonl", '"expects": "version"', '"expects": "value"')
    seal(copy)
    assert failed(copy) == [("transformations", "changed-rule-old-candidate")]


def test_a_changed_expectation_of_a_list_fails_by_name(copy):
    edit(copy / "coverage.tsv", "jaccard\tq16\t2\t1\tno", "jaccard\tq16\t2\t2\tno")
    seal(copy)
    assert failed(copy) == [("replayed lists", "jaccard/q16")]


def test_another_unit_convention_fails_by_name(copy):
    """Were MB 1,048,576, 20 MB would no longer be 20,000,000 bytes."""
    edit(copy / "fixture.json", '"MB": "1000000"', '"MB": "1048576"')
    assert failed(copy) == [
        ("transformations", "same-limit-in-megabytes"),
        ("transformations", "changed-rule-changed-candidate"),
    ]


@pytest.mark.parametrize("first", range(len(GATES) - 2))
def test_any_two_neighbouring_gates_in_the_wrong_order_fail_by_name(monkeypatch, first):
    """Value and polarity never meet in one fact, so that their order alone cannot be seen."""
    order = list(GATES)
    order[first], order[first + 1] = order[first + 1], order[first]
    monkeypatch.setattr(gates_module, "GATES", tuple(order))
    names = failed(LIMITS)
    assert ("mutations", f"upload-limit/{GATES[first].reason}") in names


@pytest.mark.parametrize("removed", range(len(GATES)))
def test_a_missing_gate_fails_by_name(monkeypatch, removed):
    monkeypatch.setattr(gates_module, "GATES", GATES[:removed] + GATES[removed + 1 :])
    assert any(name.endswith(f"/{GATES[removed].reason}") for group, name in failed(LIMITS))


def test_a_checker_that_refuses_everything_fails_the_valid_facts(monkeypatch):
    """All 36 mutants would be refused; the positive cases tell."""
    stubborn = GATES[0]
    refuse_all = type(stubborn)(
        reason=stubborn.reason, passes=lambda _: False, wanted=stubborn.wanted, got=stubborn.got
    )
    monkeypatch.setattr(gates_module, "GATES", (refuse_all, *GATES))
    assert sum(group == "valid facts" for group, _ in failed(LIMITS)) == 6


def test_a_dataset_that_does_not_load_is_a_failed_check(copy):
    """And the recorded result cannot be held against it."""
    edit(copy / "propositions.jsonl", '"value": "400"', '"value": 400')
    assert failed(copy) == [(PRESERVED, name) for name in ("dataset", "recorded result", "loads")]


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"queries": {"dense": ["q01"]}}', "\x00"])
def test_a_broken_record_is_a_failed_check(copy, content):
    (copy / "recorded" / "record.json").write_text(content, encoding="utf-8")
    names = failed(copy)
    assert (PRESERVED, "model manifest") in names
    assert any(group == "replayed lists" for group, _ in names)


def test_a_query_named_twice_in_a_record_fails_once_by_name(copy):
    """The lists themselves are checked once each, so that every name stays unique."""
    path = copy / "recorded" / "record.json"
    about = json.loads(path.read_text(encoding="utf-8"))
    about["queries"]["dense"] += ["q01", "q02"]
    path.write_text(json.dumps(about), encoding="utf-8")
    checks = named_checks(copy)
    assert ("replayed lists", "dense in record.json") in failed(copy)
    assert len({(check.group, check.name) for check in checks}) == len(checks) == 90
    (twice,) = (check for check in checks if check.name == "dense in record.json")
    assert twice.actual == "named more than once: q01, q02"


def test_without_expectations_every_list_must_hold_everything(copy):
    (copy / "coverage.tsv").unlink()
    seal(copy)
    lacking = [check for check in named_checks(copy) if not check.passed]
    assert [check.name for check in lacking] == [f"jaccard/q{n}" for n in ("01", "02", "03", "11", "16")]
    assert {check.detail for check in lacking} == {LACKING}


def test_a_fixture_without_the_oracles_files_has_its_own_counts(copy):
    for name in ("propositions", "candidates", "transformations", "wordings"):
        (copy / f"{name}.jsonl").unlink()
    shutil.rmtree(copy / "recorded")
    seal(copy)
    assert [(check.group, check.name) for check in named_checks(copy)] == [
        ("limits: preserved inputs", "dataset")
    ]


def test_a_plain_folder_is_refused(tmp_path):
    (tmp_path / "corpus.jsonl").write_text('{"_id": "a", "text": "b"}\n', encoding="utf-8")
    with pytest.raises(
        FixtureError, match=r"named checks need a fixture.json with its seals\. Write one and"
    ):
        named_checks(tmp_path)


def test_a_preserved_check_names_its_files_and_its_damage(copy):
    (copy / "qrels.tsv").write_bytes(b"")
    edit(copy / "fixture.json", '"recorded/dense.trec"', '"recorded/other.trec"')
    checks = {check.name: check for check in named_checks(copy)[:3]}
    assert "qrels.tsv: fixture.json says 572 bytes, got 0 bytes" in checks["dataset"].actual
    assert "qrels.tsv" in checks["dataset"].detail
    assert "recorded/other.trec: the file is listed but is not there" in checks["recorded result"].actual


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.data())
def test_law_any_changed_byte_of_any_data_file_fails_some_check(copy, data):
    names = sorted(json.loads((copy / "fixture.json").read_text(encoding="utf-8"))["files"])
    path = copy / data.draw(st.sampled_from(names))
    before = path.read_bytes()
    place = data.draw(st.integers(0, len(before) - 1))
    path.write_bytes(
        before[:place] + bytes([before[place] ^ data.draw(st.integers(1, 255))]) + before[place + 1 :]
    )
    assert failed(copy)
    path.write_bytes(before)
    assert not failed(copy)
