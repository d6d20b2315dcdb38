"""A source is read whole or refused with file, line and reason."""

from __future__ import annotations

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore import facts
from labcore.errors import FixtureError
from labcore.facts.lines import Line
from labcore.facts.load import read_source
from labcore.facts.manifest import MANIFEST, read_manifest


def seal(folder):
    """Write the sizes and hashes of the folder's files into its manifest, as an author would after an edit."""
    data = json.loads((folder / MANIFEST).read_text())
    for name in data["files"]:
        content = (folder / name).read_bytes()
        data["files"][name] = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    (folder / MANIFEST).write_text(json.dumps(data))


def edit(folder, name, old, new):
    """Change a file and seal it anew, so that only its content is wrong."""
    path = folder / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    seal(folder)


def test_the_fixture_has_its_numbers(definitions):
    """Four snapshots, seven messages, thirteen signals, three mappings: counted in the records that were read."""
    snapshots = read_source(definitions).snapshots
    assert len(snapshots) == 4
    messages = [message for one in snapshots for message in one.messages]
    assert len(messages) == 7
    assert sum(len(message.signals) for message in messages) == 13
    assert sum(len(one.mappings) for one in snapshots) == 3


def test_the_fixture_says_that_it_was_invented(definitions):
    """Licence, date and the word synthetic stand in the manifest; every name says SAMPLE."""
    data = json.loads((definitions / MANIFEST).read_text())
    assert (data["licence"], data["synthetic"]) == ("Apache-2.0", True)
    assert "invented" in data["about"]
    for one in read_source(definitions).snapshots:
        assert all(part.startswith("SAMPLE_") for part in one.scope.to_dict().values())
        assert all(message.name.startswith("SAMPLE_") for message in one.messages)


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        pytest.param("messages.csv", "256,8", "0x100,8", r"messages\.csv:2: frame_identifier is a whole number", id="a number in another notation"),
        pytest.param("messages.csv", ",10,", ",-10,", r"messages\.csv:2: transmit_period_ms is a whole number", id="a negative period"),
        pytest.param("messages.csv", ",10,", ",0,", r"messages\.csv:2: .*transmit_period_ms is from 1", id="a period of nothing"),
        pytest.param("messages.csv", "CYCLIC,10,", "CYCLIC,10", r"messages\.csv:2: a line has 7 cells, got 6", id="a cell too few"),
        pytest.param("messages.csv", "snapshot,name", "snapshot,key", r"messages\.csv:1: the columns are", id="another column"),
        pytest.param("messages.csv", "SAMPLE_SNAP_BASE,SAMPLE_MSG_ENGINE", "SAMPLE_SNAP_NONE,SAMPLE_MSG_ENGINE", r"messages\.csv:2: a line names a snapshot", id="a snapshot that is not there"),
        pytest.param("messages.csv", "SAMPLE_SNAP_BASE,SAMPLE_MSG_GEAR", "SAMPLE_SNAP_BASE,SAMPLE_MSG_ENGINE_STATUS,1,1,,,\nSAMPLE_SNAP_BASE,SAMPLE_MSG_GEAR", r"messages\.csv:3: a name stands once in a scope", id="a name twice"),
        pytest.param("messages.csv", "EVENT,,SAMPLE_SNAP_REVISED", "EVENT,,SAMPLE_SNAP_OTHER", r"messages\.csv:3: superseded_by names a snapshot of", id="replaced by an unknown snapshot"),
        pytest.param("messages.csv", "EVENT,,SAMPLE_SNAP_REVISED", "EVENT,,SAMPLE_SNAP_BODY", r"messages\.csv:3: superseded_by names a snapshot that holds the message", id="replaced where the name is not"),
        pytest.param("messages.csv", "288,8,,", "288,8,,40", r"messages\.csv:8: a message has values only for what its snapshot records, got transmit_period_ms", id="a period that is not recorded"),
        pytest.param("messages.csv", "SAMPLE_SNAP_SURVEY,", "SAMPLE_SNAP_BODY, ,1,1,,,\nSAMPLE_SNAP_SURVEY,", r"messages\.csv:8: .*a message's name must not be blank", id="a blank name"),
        pytest.param("signals.csv", "SAMPLE_MSG_ENGINE_STATUS,SAMPLE_SIG_ENGINE_SPEED,0", "SAMPLE_MSG_NONE,SAMPLE_SIG_ENGINE_SPEED,0", r"signals\.csv:2: a signal names a message of its snapshot", id="a signal of no message"),
        pytest.param("signals.csv", "0.25", "1/4", r"signals\.csv:2: .*factor is a decimal number", id="a fraction"),
        pytest.param("signals.csv", "0.25", "nan", r"signals\.csv:2: .*factor is a decimal number", id="not a number"),
        pytest.param("signals.csv", "little_endian", "intel", r"signals\.csv:2: .*byte_order is little_endian or big_endian", id="another word for the byte order"),
        pytest.param("signals.csv", ",no,0.25", ",maybe,0.25", r"signals\.csv:2: .*is_signed is yes, no or float", id="an unsure sign"),
        pytest.param("signals.csv", "SPEED,0,16", "SPEED,0,0", r"signals\.csv:2: .*bit_length is from 1", id="a signal of no bits"),
        pytest.param("mappings.csv", "SAMPLE_SIG_COOLANT_TEMPERATURE", "SAMPLE_SIG_NONE", r"mappings\.csv:2: a mapping's source_signal is MESSAGE\.SIGNAL", id="a mapping from nowhere"),
        pytest.param("mappings.csv", "SAMPLE_SNAP_BASE", "SAMPLE_SNAP_BODY", r"mappings\.csv:2: a mapping stands in a snapshot that records", id="a mapping that is not recorded"),
        pytest.param("aliases.csv", "Engine status,yes", "Engine status,perhaps", r"aliases\.csv:2: approved is yes or no, got 'perhaps'", id="an undecided alias"),
        pytest.param("aliases.csv", "motor state,no", "ENGINE  status,no", r"aliases\.csv:3: an alias stands once for an entry", id="one alias in two spellings"),
        pytest.param("aliases.csv", "message,SAMPLE_MSG_ENGINE_STATUS", "signal,SAMPLE_MSG_ENGINE_STATUS", r"aliases\.csv:2: an alias names a signal of its scope", id="an alias of the wrong kind"),
        pytest.param("aliases.csv", "message,SAMPLE_MSG_ENGINE_STATUS", "node,SAMPLE_MSG_ENGINE_STATUS", r"aliases\.csv:2: a line holds what its record allows: 'node'", id="an alias of no kind"),
        pytest.param("snapshots.jsonl", "2026-03-02", "2026-02-30", r"snapshots\.jsonl:1: a date has the form YYYY-MM-DD", id="a day that is none"),
        pytest.param("snapshots.jsonl", '"project"', '"projekt"', r"snapshots\.jsonl:1: each line is one JSON object with the fields", id="an unknown field"),
        pytest.param("snapshots.jsonl", "{", "[", r"snapshots\.jsonl:1: each line must be one JSON object: ", id="no JSON"),
        pytest.param("snapshots.jsonl", '"project"', '"network": "SAMPLE_N", "project"', r"snapshots\.jsonl:1: each line must be one JSON object: the name 'network' stands twice", id="a part of the scope twice"),
        pytest.param("snapshots.jsonl", '{"', '{"limitations": ' + 100_000 * "[" + ', "', r"snapshots\.jsonl:1: each line must be one JSON object: it is nested too deeply", id="a line nested too deeply"),
        pytest.param("snapshots.jsonl", '{"', '{"limitations": "No periods.", "', r"snapshots\.jsonl:1: .*limitations is a list of texts, and not 'No periods\.'", id="limitations that are one text"),
        pytest.param("snapshots.jsonl", '{"', '{"limitations": ["\\ud800"], "', r"snapshots\.jsonl:1: .*a limitation must not hold a lone surrogate", id="a limitation that is no Unicode"),
        pytest.param("messages.csv", "SAMPLE_MSG_ENGINE_STATUS", '"SAMPLE_MSG_ENGINE"_STATUS', r"messages\.csv:2: a table is CSV as RFC 4180 has it, got", id="a stray quotation mark"),
        pytest.param("messages.csv", "256,8", "256,2147483648", r"messages\.csv:2: .*payload_byte_length is from 0, and at most 2147483647", id="a length that no column holds"),
        pytest.param("messages.csv", "256,8", "9223372036854775808,8", r"messages\.csv:2: .*frame_identifier is from 0, and at most", id="an identifier that no column holds"),
        pytest.param("messages.csv", "256,8", f"{5000 * '9'},8", r"messages\.csv:2: ", id="a number that is too long to read"),
        pytest.param("snapshots.jsonl", "SAMPLE_SNAP_BASE", "SAMPLE_SNAP_REVISED", "a source names each snapshot once", id="a snapshot twice"),
        pytest.param("snapshots.jsonl", '"transmit_mode"', '"sent_how"', r"a recorded field of a message is one of", id="a field that no store holds"),
        pytest.param("snapshots.jsonl", '"SAMPLE_PROJECT_A"', '""', r"snapshots\.jsonl:1: .*scope\.project must not be blank", id="a scope with a blank part"),
    ],
)  # fmt: skip
def test_a_broken_line_is_refused_with_its_place(source, name, old, new, message):
    """Every rule of the format, broken one at a time, with a manifest that is right."""
    edit(source, name, old, new)
    with pytest.raises(FixtureError, match=message):
        read_source(source)


def test_a_table_that_is_no_utf8_is_refused(source):
    """A wrong encoding would change names in silence."""
    (source / "messages.csv").write_bytes((source / "messages.csv").read_bytes() + b"\xff\n")
    seal(source)
    with pytest.raises(FixtureError, match=r"messages\.csv:\d+: files must be UTF-8, got byte 0xff"):
        read_source(source)


def test_a_changed_file_is_refused_by_its_hash(source):
    """One digit of one value, with the size unchanged."""
    path = source / "messages.csv"
    path.write_text(path.read_text().replace(",10,", ",11,"))
    with pytest.raises(FixtureError, match=r"messages\.csv: the manifest lists \d+ bytes with sha256"):
        read_manifest(source)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param(lambda data: data.update(colour="red"), "a manifest holds the fields .* got unknown colour", id="an unknown field"),
        pytest.param(lambda data: data.pop("licence"), "a manifest holds the fields .* got no licence", id="no licence"),
        pytest.param(lambda data: data.update(authored="soon"), "authored is a date", id="no date"),
        pytest.param(lambda data: data.update(schema="evidence-lab/other"), "a source's schema is one of", id="another format"),
        pytest.param(lambda data: data["files"].pop("aliases.csv"), r"the manifest lists the files of .* got no aliases\.csv", id="a file not listed"),
        pytest.param(lambda data: data["files"].update({"../x": {"bytes": 1, "sha256": ""}}), "each file is listed by its path inside the folder", id="a file outside"),
        pytest.param(lambda data: data["files"].update({"gone.csv": {"bytes": 1, "sha256": ""}}), r"every listed file is in the folder, got gone\.csv", id="a file that is gone"),
        pytest.param(lambda data: data.update(files=[]), "a manifest's files is one JSON object", id="a list of files that is a list"),
        pytest.param(lambda data: data.update(dbc=None), "a manifest's dbc is one JSON object, got None", id="no statements on DBC files"),
        pytest.param(lambda data: data.update(dbc=[1]), "a manifest's dbc is one JSON object", id="statements that are a list"),
        pytest.param(lambda data: data.update(name="\ud800"), "a manifest's name must not hold a lone surrogate", id="a name that is no Unicode"),
        pytest.param(lambda data: data.update(name=7), "a manifest's name must be a text", id="a name that is a number"),
    ],
)  # fmt: skip
def test_a_broken_manifest_is_refused(source, change, message):
    """The manifest is checked before any line is read."""
    data = json.loads((source / MANIFEST).read_text())
    change(data)
    (source / MANIFEST).write_text(json.dumps(data))
    with pytest.raises(FixtureError, match=message):
        read_source(source)


def test_a_manifest_must_be_there_and_be_json(tmp_path):
    """A folder without one says what to do; a broken one says where it breaks."""
    with pytest.raises(FixtureError, match="a source folder holds a manifest.*labcore facts collect"):
        read_source(tmp_path)
    (tmp_path / MANIFEST).write_text("{")
    with pytest.raises(FixtureError, match=r"fixture\.json: a manifest must be one JSON object: "):
        read_source(tmp_path)


def test_a_refused_source_leaves_the_old_store(source, tmp_path):
    """The store that was there answers as before, byte for byte."""
    path = tmp_path / "store.sqlite"
    facts.load(source, into=f"sqlite:///{path}")
    before = path.read_bytes()
    edit(source, "messages.csv", "256,8", "x,8")
    with pytest.raises(FixtureError):
        facts.load(source, into=f"sqlite:///{path}")
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir() if "building" in file.name] == []


def test_the_digest_names_the_source(source):
    """It changes with a file's content and not with the order in which the manifest lists files."""
    first = read_manifest(source).digest
    data = json.loads((source / MANIFEST).read_text())
    data["files"] = dict(reversed(data["files"].items()))
    (source / MANIFEST).write_text(json.dumps(data))
    assert read_manifest(source).digest == first
    edit(source, "messages.csv", ",10,", ",11,")
    assert read_manifest(source).digest != first


@given(st.integers(0, 10**12))
def test_a_whole_number_is_read_as_written(number):
    """Any number of digits; an empty cell is no number and not a zero."""
    line = Line(place="x:1", cells={"n": str(number), "empty": ""})
    assert line.whole("n") == number
    assert line.whole("empty") is None
    assert line.text("empty") is None


@given(st.text(min_size=1, max_size=5).filter(lambda text: not (text.isascii() and text.isdecimal())))
def test_nothing_else_is_a_whole_number(text):
    """Signs, points, spaces and digits of other scripts are refused, not guessed at."""
    with pytest.raises(FixtureError, match="is a whole number or empty"):
        Line(place="x:1", cells={"n": text}).whole("n")
