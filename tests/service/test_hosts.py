"""Which Host, Origin and address belong to the service."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ParameterError
from labcore.service.hosts import LOOPBACK_HOSTS, allowed_hosts, host_name, origin_fits

ANYWHERE = "0.0.0.0"


@pytest.mark.parametrize(
    ("header", "name"),
    [
        pytest.param("127.0.0.1:8321", "127.0.0.1", id="an address and its port"),
        pytest.param("LocalHost", "localhost", id="case does not count"),
        pytest.param("[::1]:80", "[::1]", id="an IPv6 address keeps its brackets"),
        pytest.param("localhost:", None, id="a colon without a port"),
        pytest.param("localhost:80:80", None, id="two ports"),
        pytest.param("user@localhost", None, id="a user"),
        pytest.param("localhost/x", None, id="a path"),
        pytest.param("localhost evil", None, id="two names"),
        pytest.param("", None, id="nothing"),
        pytest.param("localhost\n", None, id="a line end after it"),
        pytest.param("lócalhost", None, id="a look-alike"),
    ],
)
def test_the_name_of_a_host_header(header, name):
    assert host_name(header) == name


@pytest.mark.parametrize("tail", [".evil.example", "evil", "-1", ".", "0"])
def test_no_longer_name_passes_for_a_loopback_name(tail):
    """A name that only begins like ours is another name."""
    assert all(host_name(name + tail) not in LOOPBACK_HOSTS for name in ("localhost", "127.0.0.1"))


@pytest.mark.parametrize(
    ("origin", "fits"),
    [
        pytest.param("http://127.0.0.1:8321", True, id="the service's own pages"),
        pytest.param("https://127.0.0.1:8321", True, id="the same behind TLS"),
        pytest.param("http://127.0.0.1:8888", False, id="another port is another origin"),
        pytest.param("http://localhost:8321", False, id="another name is another origin"),
        pytest.param("http://evil.example", False, id="another site"),
        pytest.param("null", False, id="no origin"),
        pytest.param("http://127.0.0.1:8321.evil.example", False, id="ours as a beginning"),
    ],
)
def test_only_the_same_origin_fits(origin, fits):
    assert origin_fits(origin, "127.0.0.1:8321") is fits


def test_loopback_needs_no_word_of_the_person():
    assert allowed_hosts("127.0.0.1", expose=False, names=()) == LOOPBACK_HOSTS


def test_another_address_needs_the_flag():
    """The message says what the flag would mean."""
    with pytest.raises(ParameterError, match="only this machine may ask.*got 192.168.0.5.*no sign-in"):
        allowed_hosts("192.168.0.5", expose=False, names=())


def test_another_name_needs_the_flag():
    with pytest.raises(ParameterError, match="--allow-host: only this machine may ask.*got lab.example"):
        allowed_hosts("127.0.0.1", expose=False, names=("lab.example",))


def test_every_address_needs_a_name():
    """Else every request from elsewhere would be refused for its Host, which nobody would understand."""
    with pytest.raises(ParameterError, match="name the service in their Host header"):
        allowed_hosts(ANYWHERE, expose=True, names=())


def test_an_exposed_address_may_be_named():
    assert allowed_hosts("192.168.0.5", expose=True, names=("Lab.example",)) == LOOPBACK_HOSTS | {
        "192.168.0.5",
        "lab.example",
    }


def test_an_exposed_ipv6_address_is_named_with_brackets():
    assert "[fd00::5]" in allowed_hosts("fd00::5", expose=True, names=())


@pytest.mark.parametrize("name", ["lab.example:80", "http://lab.example", "*", ""])
def test_an_allowed_name_is_a_name_alone(name):
    with pytest.raises(ParameterError, match="without a port"):
        allowed_hosts(ANYWHERE, expose=True, names=(name,))


@given(st.text(max_size=30))
def test_whatever_the_header_is_the_name_is_part_of_it(header):
    """No name appears that the request did not write."""
    name = host_name(header)
    assert name is None or header.lower().startswith(name)
