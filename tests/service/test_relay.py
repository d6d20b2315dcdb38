"""The relay between a person, a model and the search, with models that behave well and badly."""

import json
from dataclasses import fields

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from labcore.errors import ParameterError, RecordError, StoreError
from labcore.facts import FactScope, Status
from labcore.service.model import ModelFailure, Reply, ToolCall
from labcore.service.relay import ChatLimits, ChatRelay
from labcore.service.scripted import ScriptedModel
from labcore.service.turn import Lookup, NoteKind, PartFrom, ScopeFrom

QUESTION = "What is the cycle time of SAMPLE_MSG_ENGINE_STATUS?"
DONE = Reply(words="It stands in two scopes. Please choose one.")


def call(arguments, name="find_candidates", mark="c1"):
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return ToolCall(id=mark, name=name, arguments=text)


def calls(*arguments):
    return Reply(calls=tuple(call(one, mark=f"c{place}") for place, one in enumerate(arguments)))


def say(store, *script, chosen=None, text=QUESTION, limits=None):
    """One turn with a scripted model; give the turn and the model, which kept what it was sent."""
    model = ScriptedModel(script=script)
    return ChatRelay(store.search, model, limits=limits).say(text, chosen), model


def kinds(turn):
    return [note.kind for note in turn.notes]


def test_a_good_model_searches_and_leaves_the_choice(sqlite_store, known):
    turn, _ = say(sqlite_store, calls({"term": known.name}), DONE)
    (lookup,) = turn.lookups
    assert lookup.result.status is Status.AMBIGUOUS
    assert lookup.result.identified is None
    assert (turn.words, turn.notes) == (DONE.words, ())


def test_only_the_one_tool_is_ever_offered(sqlite_store, known):
    """In every request of every turn, also after the model asked for another one."""
    model = ScriptedModel(script=(Reply(calls=(call({}, "get_facts"),)), calls({"term": known.name}), DONE))
    relay = ChatRelay(sqlite_store.search, model)
    for _ in range(3):
        relay.say(QUESTION)
    assert len(model.offered) == 9
    assert {tool["function"]["name"] for tools in model.offered for tool in tools} == {"find_candidates"}
    assert {len(tools) for tools in model.offered} == {1}


def test_the_relay_holds_nothing_that_fetches(sqlite_store):
    """It is given the search alone; there is no store in it to fetch from."""
    relay = ChatRelay(sqlite_store.search, ScriptedModel(script=(DONE,)))
    assert not hasattr(relay, "fetch")
    assert relay._search == sqlite_store.search


def test_a_look_up_that_read_facts_cannot_be_kept(sqlite_store, known):
    """The record of a turn has no place for them."""
    facts = sqlite_store.fetch("message_facts", known.base, known.name)
    with pytest.raises(RecordError, match="finds candidates and reads no facts"):
        Lookup(term="x", kind=None, scope=None, scope_from=ScopeFrom.NOBODY, dropped=(), result=facts)


def test_a_fact_never_reaches_the_model(sqlite_store, known):
    """No message that a model is sent holds a period, though the person chose the scope."""
    _, model = say(sqlite_store, calls({"term": known.name}), DONE, chosen=FactScope(**known.base))
    sent = json.dumps(model.sent)
    assert "transmit_period" not in sent
    assert "identified" in sent


def test_a_scope_from_an_earlier_result_is_not_the_persons(sqlite_store, known):
    """The model takes the revision from the first look-up; the second one still asks the person."""
    script = (calls({"term": known.name}), calls({"term": known.name, "scope": known.revised}), DONE)
    turn, model = say(sqlite_store, *script)
    second = turn.lookups[1]
    assert second.result.status is Status.AMBIGUOUS
    assert (second.scope, second.scope_from) == (None, ScopeFrom.NOBODY)
    assert {one.origin for one in second.dropped} == {PartFrom.EARLIER_RESULT}
    assert kinds(turn) == [NoteKind.SCOPE_NOT_YOURS]
    assert "scope_not_used" in model.sent[2][-1]["content"]


def test_a_scope_from_an_earlier_turn_is_not_the_persons_either(sqlite_store, known):
    model = ScriptedModel(
        script=(calls({"term": known.name}), DONE, calls({"term": known.name, "scope": known.base}), DONE)
    )
    relay = ChatRelay(sqlite_store.search, model)
    relay.say(QUESTION)
    turn = relay.say("The newer one")
    assert {one.origin for one in turn.lookups[0].dropped} == {PartFrom.EARLIER_RESULT}


def test_an_invented_scope_is_not_used(sqlite_store, known):
    turn, _ = say(sqlite_store, calls({"term": known.name, "scope": {"snapshot": "LATEST"}}), DONE)
    assert turn.lookups[0].scope is None
    assert "'LATEST' (invented)" in turn.notes[0].message


def test_a_scope_that_the_person_wrote_narrows_the_search(sqlite_store, known):
    """It narrows and does not fetch; the parts that they did not write stay open."""
    text = f"What is the cycle time of {known.name} in SAMPLE_SNAP_REVISED?"
    turn, _ = say(sqlite_store, calls({"term": known.name, "scope": known.revised}), DONE, text=text)
    assert turn.lookups[0].scope == FactScope(snapshot="SAMPLE_SNAP_REVISED")
    assert turn.lookups[0].result.missing == ("project", "revision", "network")


def test_a_chosen_scope_holds_whatever_the_model_gives(sqlite_store, known):
    chosen = FactScope(**known.base)
    turn, model = say(sqlite_store, calls({"term": known.name, "scope": known.revised}), DONE, chosen=chosen)
    assert (turn.lookups[0].scope, turn.lookups[0].scope_from) == (chosen, ScopeFrom.CHOSEN)
    assert turn.lookups[0].result.identified.scope == chosen
    assert "SAMPLE_SNAP_BASE" in model.sent[0][1]["content"]


def test_a_malformed_scope_is_refused_by_the_store(sqlite_store, known):
    turn, _ = say(sqlite_store, calls({"term": known.name, "scope": "SAMPLE_SNAP_BASE"}), DONE)
    assert turn.lookups[0].result.status is Status.INVALID_REQUEST


@pytest.mark.parametrize(
    ("bad", "kind"),
    [
        pytest.param(call("{", mark="x"), NoteKind.UNREADABLE_ARGUMENTS, id="broken JSON"),
        pytest.param(call({}, "get_facts"), NoteKind.OTHER_TOOL, id="another tool"),
        pytest.param(call({"term": "x"}, "FIND_CANDIDATES"), NoteKind.OTHER_TOOL, id="a name in odd case"),
        pytest.param(call("x" * 100_000), NoteKind.UNREADABLE_ARGUMENTS, id="huge arguments"),
    ],
)
def test_a_bad_call_is_shown_and_not_run(sqlite_store, bad, kind):
    """The model is told, its broken arguments are not repeated to it, and the turn goes on."""
    turn, model = say(sqlite_store, Reply(calls=(bad,)), DONE)
    assert turn.lookups == ()
    assert kinds(turn) == [kind, NoteKind.NO_LOOKUP]
    asked, told = model.sent[1][-2:]
    assert asked["tool_calls"][0]["function"]["arguments"] == "{}"
    assert "error" in json.loads(told["content"])


def test_endless_look_ups_are_ended(sqlite_store):
    """After five requests the turn is over, and it says so."""
    turn, model = say(sqlite_store, calls({"term": "speed"}))
    assert len(model.sent) == 5
    assert len(turn.lookups) == 4
    assert NoteKind.TOO_MANY_LOOKUPS in kinds(turn)


def test_parallel_calls_run_in_their_order_up_to_a_limit(sqlite_store, known):
    """Six calls in one reply: four run, two are left out, and each gets its own answer."""
    terms = [known.name, "temperature", "speed", "gear", "rpm", "door"]
    turn, model = say(sqlite_store, calls(*({"term": term} for term in terms)), DONE)
    assert [lookup.term for lookup in turn.lookups] == terms[:4]
    assert kinds(turn) == [NoteKind.TOO_MANY_LOOKUPS] * 2
    marks = [message["tool_call_id"] for message in model.sent[1] if message["role"] == "tool"]
    assert marks == [f"c{place}" for place in range(6)]


def test_a_model_that_looks_nothing_up_is_called_that(sqlite_store):
    """It states a period from nowhere; the note says on what the words rest."""
    turn, _ = say(sqlite_store, Reply(words="The cycle time is 10 ms."))
    assert kinds(turn) == [NoteKind.NO_LOOKUP]


@pytest.mark.parametrize("words", ["", "  \n"])
def test_a_model_that_writes_nothing_is_called_that(sqlite_store, known, words):
    turn, _ = say(sqlite_store, calls({"term": known.name}), Reply(words=words))
    assert (turn.words, kinds(turn)) == ("", [NoteKind.NO_WORDS])


def test_endless_words_are_cut(sqlite_store, known):
    turn, _ = say(sqlite_store, calls({"term": known.name}), Reply(words="x" * 10_000))
    assert len(turn.words) == 4000
    assert kinds(turn) == [NoteKind.WORDS_CUT]


@pytest.mark.parametrize(
    ("timed_out", "kind"), [(False, NoteKind.MODEL_FAILED), (True, NoteKind.MODEL_TIMED_OUT)]
)
def test_a_failed_model_leaves_what_was_found(sqlite_store, known, timed_out, kind):
    """The look-ups of the turn stay; there are no words."""
    failure = ModelFailure(message="The endpoint refused the request with code 503.", timed_out=timed_out)
    turn, _ = say(sqlite_store, calls({"term": known.name}), failure)
    assert len(turn.lookups) == 1
    assert (turn.words, kinds(turn)) == ("", [kind])


def test_a_failed_turn_is_not_part_of_the_next_one(sqlite_store, known):
    """A call without its answer in the history would make the next request fail too."""
    model = ScriptedModel(script=(calls({"term": known.name}), ModelFailure(message="gone"), DONE))
    relay = ChatRelay(sqlite_store.search, model)
    relay.say("first")
    relay.say("second")
    assert [message["content"] for message in model.sent[2] if message["role"] == "user"] == ["second"]


def test_a_failed_store_is_said(known):
    def search(*_args):
        raise StoreError("gone", place="/secret/place")

    model = ScriptedModel(script=(calls({"term": known.name}), DONE))
    turn = ChatRelay(search, model).say(QUESTION)
    assert kinds(turn) == [NoteKind.STORE_FAILED, NoteKind.NO_LOOKUP]
    assert "secret" not in json.dumps(model.sent)


def test_a_model_sees_few_of_many_candidates(sqlite_store):
    """Two of all; how many more there are is told."""
    limits = ChatLimits(candidates=2)
    turn, model = say(sqlite_store, calls({"term": "sample"}), DONE, limits=limits)
    told = json.loads(model.sent[1][-1]["content"])
    assert len(told["candidates"]) == 2
    assert told["not_shown"] == len(turn.lookups[0].result.candidates) - 2


def test_a_conversation_remembers_so_many_turns(sqlite_store):
    model = ScriptedModel(script=(DONE,))
    relay = ChatRelay(sqlite_store.search, model, limits=ChatLimits(turns=2))
    for number in range(5):
        relay.say(f"question {number}")
    users = [message["content"] for message in model.sent[-1] if message["role"] == "user"]
    assert users == ["question 2", "question 3", "question 4"]


@pytest.mark.parametrize("name", [limit.name for limit in fields(ChatLimits)])
@pytest.mark.parametrize("value", [0, -1, 1.5, True, float("nan"), "8", None])
def test_a_limit_is_a_whole_number_above_zero(name, value):
    """Of no earlier turns, every one was shown."""
    with pytest.raises(ParameterError, match=f"{name}: a limit of a chat is a whole number above zero"):
        ChatLimits(**{name: value})


@pytest.mark.parametrize("text", ["", " \n", "x" * 2001])
def test_a_message_is_neither_blank_nor_endless(sqlite_store, text):
    with pytest.raises(ParameterError, match="a message has 1 to 2000 characters"):
        say(sqlite_store, DONE, text=text)


tool_names = st.sampled_from(["find_candidates", "get_facts", "x"])
arguments = st.one_of(
    st.text(max_size=20),
    st.fixed_dictionaries(
        {}, optional={"term": st.text(max_size=9) | st.none(), "scope": st.dictionaries(st.text(), st.text())}
    ).map(json.dumps),
)
replies = st.one_of(
    st.builds(Reply, words=st.text(max_size=20)),
    st.builds(ModelFailure, message=st.text(), timed_out=st.booleans()),
    st.builds(
        Reply,
        words=st.text(max_size=9),
        calls=st.lists(
            st.builds(ToolCall, id=st.text(max_size=3), name=tool_names, arguments=arguments), max_size=6
        ).map(tuple),
    ),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(script=st.lists(replies, min_size=1, max_size=6))
def test_whatever_a_model_does_a_turn_comes_back(sqlite_store, script):
    """No facts, no scope that is not the person's, one tool offered, and an end."""
    turn, model = say(sqlite_store, *script)
    assert len(model.sent) <= 5
    assert all(lookup.scope is None for lookup in turn.lookups)
    assert {tool["function"]["name"] for tools in model.offered for tool in tools} == {"find_candidates"}
