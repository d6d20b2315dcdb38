"""Other people's judges: functions, Ragas and DeepEval metrics.

Ragas and DeepEval are nobody's dependency here. The stand-ins below have the shape of what the adapters call, as
read in ragas 0.4.3 and deepeval 4.3.1, with which the adapters were tried by hand.
"""

import sys
from dataclasses import dataclass
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ExtraMissingError, ParameterError
from labcore.judging import (
    CallableJudge,
    ForeignJudge,
    Opinion,
    Statement,
    deepeval_score,
    named_callable,
    ragas_score,
)
from labcore.records import Passage, Proposition


@pytest.mark.parametrize(
    ("answer", "threshold", "opinion", "detail"),
    [
        pytest.param(True, None, "accept", "", id="true"),
        pytest.param(False, None, "reject", "", id="false"),
        pytest.param("accept", None, "accept", "", id="the word accept"),
        pytest.param("reject", None, "reject", "", id="the word reject"),
        pytest.param("abstain", None, "abstain", "answered 'abstain'", id="the word abstain"),
        pytest.param(None, None, "abstain", "answered None", id="nothing"),
        pytest.param("yes", None, "abstain", "answered 'yes'", id="another word"),
        pytest.param(0.7, 0.7, "accept", "scored 0.700", id="a number at the threshold"),
        pytest.param(0.6, 0.7, "reject", "scored 0.600", id="a number below it"),
        pytest.param(0.7, None, "abstain", "answered 0.7", id="a number without a threshold"),
        pytest.param(float("nan"), 0.7, "abstain", "answered nan", id="NaN"),
        pytest.param(
            10**400, 0.7, "abstain", "OverflowError: int too large to convert to float", id="beyond floats"
        ),
        pytest.param([], 0.7, "abstain", r"answered \[\]", id="a list"),
    ],
)
def test_a_function_may_answer_in_several_ways(say, passage, answer, threshold, opinion, detail):
    ruling = CallableJudge("f", lambda *_: answer, threshold).judges(say("a"), say("b"), passage)
    assert ruling.opinion == opinion
    assert ruling.detail == detail.replace("\\", "")


def test_a_function_is_called_with_three_texts(say, passage):
    asked = []
    CallableJudge("f", lambda *texts: bool(asked.append(texts))).judges(say("said"), say("wanted"), passage)
    assert asked == [("said", "wanted", "An attachment may hold 20 MB at most.")]


def test_a_function_that_breaks_abstains_with_its_error(say, passage):
    ruling = CallableJudge("f", lambda *_: 1 / 0).judges(say("a"), say("b"), passage)
    assert (ruling.opinion, ruling.detail) == ("abstain", "ZeroDivisionError: division by zero")


class MuteError(Exception):
    """An error whose words are broken too."""

    def __str__(self):
        raise RuntimeError("no words")


def mute(*_):
    raise MuteError


@pytest.mark.parametrize(
    "judge",
    [
        pytest.param(CallableJudge("f", mute), id="a function"),
        pytest.param(ForeignJudge("f", mute, 0.5), id="a metric"),
    ],
)
def test_an_error_that_cannot_be_shown_is_an_abstention_all_the_same(say, passage, judge):
    ruling = judge.judges(say("a"), say("b"), passage)
    assert (ruling.opinion, ruling.detail) == ("abstain", "MuteError: its message cannot be shown")


@pytest.mark.parametrize(("threshold", "name"), [(None, "f"), (0.5, "f@0.5")])
def test_a_threshold_shows_in_the_name(threshold, name):
    assert CallableJudge("f", lambda *_: True, threshold).name == name


def test_an_answer_that_cannot_even_be_shown_abstains(say, passage):
    class Shy:
        def __repr__(self):
            raise RuntimeError("not shown")

    ruling = CallableJudge("f", lambda *_: Shy()).judges(say("a"), say("b"), passage)
    assert (ruling.opinion, ruling.detail) == ("abstain", "RuntimeError: not shown")


@pytest.mark.parametrize("threshold", [float("nan"), float("inf"), float("-inf")])
def test_a_threshold_that_is_not_finite_is_refused(threshold):
    with pytest.raises(ParameterError, match="f: a threshold is a finite number, got"):
        CallableJudge("f", lambda *_: True, threshold)


def test_a_function_is_found_by_module_and_name():
    assert named_callable("os.path:join") is sys.modules["os.path"].join


@pytest.mark.parametrize(
    "path", ["os.path", "no_such_module_here:f", "os.path:nothing", ":f", "", ".mine:f", "..:f"]
)
def test_a_path_without_a_function_is_refused(path):
    with pytest.raises(ParameterError, match="a judge is a function named module:name, got"):
        named_callable(path)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        pytest.param("def f(:\n", "SyntaxError: ", id="no Python"),
        pytest.param("1 / 0\n", "ZeroDivisionError: division by zero", id="an error at import"),
        pytest.param("import sys\nsys.exit('bye')\n", "SystemExit: bye", id="a program that ends"),
    ],
)
def test_a_module_that_cannot_be_imported_is_refused_with_its_error(tmp_path, monkeypatch, source, message):
    (tmp_path / "broken_judge_for_a_test.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ParameterError, match=f"named module:name, got broken_judge_for_a_test:f .{message}"):
        named_callable("broken_judge_for_a_test:f")


def test_a_path_to_no_function_is_refused():
    with pytest.raises(ParameterError, match="a judge is a function that can be called, got os.path:sep"):
        named_callable("os.path:sep")


@dataclass
class Sample:
    """The fields of Ragas' single-turn sample that the adapter fills."""

    user_input: str | None
    response: str
    reference: str
    retrieved_contexts: list[str]


@dataclass
class TestCase:
    """The fields of DeepEval's test case that the adapter fills."""

    __test__ = False
    input: str
    actual_output: str
    expected_output: str
    retrieval_context: list[str]
    context: list[str]


def install(monkeypatch, package, module, **names):
    fake = ModuleType(f"{package}.{module}")
    for name, value in names.items():
        setattr(fake, name, value)
    monkeypatch.setitem(sys.modules, package, ModuleType(package))
    monkeypatch.setitem(sys.modules, f"{package}.{module}", fake)


def test_a_ragas_metric_reads_candidate_fact_and_passage(monkeypatch, say, passage):
    install(monkeypatch, "ragas", "dataset_schema", SingleTurnSample=Sample)
    seen = []

    class Metric:
        def single_turn_score(self, sample):
            seen.append(sample)
            return 0.75

    judge = ForeignJudge("ragas", ragas_score(Metric()), 0.7)
    assert judge.judges(say("said"), say("wanted"), passage).opinion is Opinion.ACCEPT
    assert seen == [Sample("one file", "said", "wanted", ["An attachment may hold 20 MB at most."])]


def test_a_newer_ragas_metric_gets_the_parts_that_it_names(monkeypatch, say, passage):
    install(monkeypatch, "ragas", "dataset_schema", SingleTurnSample=Sample)

    @dataclass
    class Result:
        value: float

    class Metric:
        async def ascore(self, reference, response):
            """Name the parts; the adapter calls score."""

        def score(self, **parts):
            assert parts == {"reference": "wanted", "response": "said"}
            return Result(0.4)

    ruling = ForeignJudge("ragas", ragas_score(Metric()), 0.5).judges(say("said"), say("wanted"), passage)
    assert (ruling.opinion, ruling.score) == ("reject", 0.4)


@pytest.mark.parametrize("returns", [True, False], ids=["returned", "left in score"])
def test_a_deepeval_metric_reads_candidate_fact_and_passage(monkeypatch, say, passage, returns):
    install(monkeypatch, "deepeval", "test_case", LLMTestCase=TestCase)
    seen = []

    class Metric:
        score = None

        def measure(self, case):
            seen.append(case)
            self.score = 0.25
            return self.score if returns else None

    ruling = ForeignJudge("deepeval", deepeval_score(Metric()), 0.7).judges(
        say("said"), say("wanted"), passage
    )
    assert (ruling.opinion, ruling.score) == ("reject", 0.25)
    text = "An attachment may hold 20 MB at most."
    assert seen == [TestCase("one file", "said", "wanted", [text], [text])]


def test_a_metric_that_breaks_abstains_with_its_error(say, passage):
    def broken(*_):
        raise RuntimeError("no key")

    ruling = ForeignJudge("x", broken, 0.5).judges(say("a"), say("b"), passage)
    assert (ruling.opinion, ruling.detail) == ("abstain", "RuntimeError: no key")


@pytest.mark.parametrize(("adapt", "package"), [(ragas_score, "ragas"), (deepeval_score, "deepeval")])
def test_an_absent_package_is_named(monkeypatch, adapt, package):
    for module in (package, f"{package}.dataset_schema", f"{package}.test_case"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(
        ExtraMissingError, match=f"metric needs the package {package}. Run: pip install {package}"
    ):
        adapt(object())


@given(st.one_of(st.none(), st.booleans(), st.floats(), st.text(), st.lists(st.integers()), st.binary()))
def test_law_no_answer_breaks_the_judge(answer):
    nobody = Statement(proposition=Proposition(id="p"), text="")
    ruling = CallableJudge("f", lambda *_: answer, 0.5).judges(nobody, nobody, Passage(id="P", text=""))
    assert ruling.opinion in set(Opinion)
