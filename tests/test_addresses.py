"""Web addresses, loopback, and where a key may be sent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.addresses import is_loopback, require_endpoint, web_host
from labcore.errors import ParameterError


@pytest.mark.parametrize(
    ("address", "loopback"),
    [
        *((one, True) for one in ("127.0.0.1", "127.9.9.9", "::1", "[::1]", "localhost", "LocalHost")),
        *((one, False) for one in ("0.0.0.0", "::", "192.168.0.5", "example.org", "localhost.evil", "")),
    ],
)
def test_which_addresses_stay_on_this_machine(address, loopback):
    assert is_loopback(address) is loopback


@pytest.mark.parametrize(
    ("url", "host"),
    [
        pytest.param("http://127.0.0.1:8080/v1", "127.0.0.1", id="an address and its port"),
        pytest.param("https://[::1]/v1", "::1", id="an IPv6 address loses its brackets"),
        pytest.param("HTTPS://Models.Example", "models.example", id="case does not count"),
        pytest.param("http://model_server-1:9/", "model_server-1", id="a name of a container"),
        pytest.param("https://4models.example.", "4models.example.", id="a digit first and a dot last"),
        pytest.param("https://models.example/a@b", "models.example", id="an at-sign in the path"),
    ],
)
def test_the_host_of_an_address(url, host):
    assert web_host(url, "a service") == host


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("", id="nothing"),
        pytest.param("models.example:80", id="no scheme"),
        pytest.param("ftp://models.example", id="another scheme"),
        pytest.param("http://", id="no host"),
        pytest.param("http://[", id="half an IPv6 address"),
        pytest.param("http://[models.example]", id="a name in brackets"),
        pytest.param("http://h:abc", id="a port that is no number"),
        pytest.param("http://h:99999", id="a port beyond the last"),
        pytest.param("http://@h", id="an empty name"),
        pytest.param("http://:secret@h", id="a password alone"),
        pytest.param("http://user:secret@h", id="a name and a password"),
        pytest.param("http://user:secret@[", id="a password before half an address"),
        pytest.param("http://user:secret@h:abc", id="a password before a port that is none"),
        pytest.param("http://127.0.0.1\n.evil.example", id="a line end, which urlsplit would drop"),
        pytest.param("http://127.0.0.1\\.evil.example", id="a backslash"),
        pytest.param("http://two names", id="a blank"),
        pytest.param("http://mod\u00e8le.example", id="a letter outside ASCII"),
        pytest.param("http://127.1", id="half of an IPv4 address"),
        pytest.param("http://2130706433", id="an IPv4 address as one number"),
        pytest.param("http://999.1.1.1", id="an IPv4 address that is none"),
        pytest.param("http://a..b", id="an empty part of a name"),
    ],
)
def test_what_is_no_address_is_refused_without_its_password(url):
    with pytest.raises(
        ParameterError, match="^a service's address is http or https, with a host and without a name or pass"
    ) as error:
        web_host(url, "a service")
    assert "secret" not in str(error.value)


@pytest.mark.parametrize(
    ("url", "key"),
    [
        pytest.param("http://127.0.0.1:1/v1", "", id="this machine, nothing to hide"),
        pytest.param("http://localhost:1/v1", "k", id="this machine, with a key"),
        pytest.param("https://models.example/v1", "k", id="another machine, encrypted and with a key"),
    ],
)
def test_an_endpoint_that_may_be_asked(url, key):
    require_endpoint(url, "m", key=key, remedy="Set it")


@pytest.mark.parametrize(
    ("url", "model", "key", "message"),
    [
        pytest.param(
            "http://far.example/v1",
            "m",
            "secret",
            r"a key is sent over https only, got http://far.example\. Give an https address",
            id="a key in clear text",
        ),
        pytest.param("http://192.168.0.5", "m", "", "a key is sent over https only", id="clear text at all"),
        pytest.param(
            "https://far.example",
            "m",
            "",
            r"an endpoint of another machine needs a key, got far.example\. Set KEY",
            id="no key",
        ),
        pytest.param("https://far.example", "", "secret", "asked for a model by its name", id="no model"),
        pytest.param(
            "http://[", "m", "secret", "a chat endpoint's address is http or https", id="no address"
        ),
    ],
)
def test_an_endpoint_that_may_not_be_asked(url, model, key, message):
    with pytest.raises(ParameterError, match=message) as error:
        require_endpoint(url, model, key=key, remedy="Set KEY")
    assert "secret" not in str(error.value)


@given(st.text(max_size=30))
def test_law_a_host_is_read_or_refused(rest):
    """Whatever follows the scheme, nothing but a refusal is raised, and a host is a part of what was written."""
    try:
        host = web_host(f"http://{rest}", "a service")
    except ParameterError:
        return
    assert host in rest.lower()
