"""What of a request is judged before its body."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.service.app import create_app
from labcore.service.head import METHODS, Head, head_refusal
from labcore.service.hosts import LOOPBACK_HOSTS
from labcore.service.refusals import Refusal, Why

HOST = ("host", "127.0.0.1:8321")
JSON = ("content-type", "application/json")


def head(method="POST", path="/v0/search", query="", headers=(HOST, JSON)):
    return Head(method=method, path=path, query=query, headers=tuple(headers), client="127.0.0.1")


def why(one, body_bytes=100):
    refusal = head_refusal(one, LOOPBACK_HOSTS, body_bytes)
    return refusal and refusal.why


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        pytest.param(head(), None, id="a search"),
        pytest.param(head("GET", "/health"), None, id="health"),
        pytest.param(head("HEAD", "/v0/coverage"), None, id="only the head of the coverage"),
        pytest.param(head("OPTIONS", "/mcp"), None, id="which methods there are"),
        pytest.param(head(headers=(JSON,)), Why.FOREIGN_HOST, id="no Host"),
        pytest.param(head(headers=(HOST, HOST, JSON)), Why.FOREIGN_HOST, id="two Hosts"),
        pytest.param(head(headers=(("host", "evil.example"), JSON)), Why.FOREIGN_HOST, id="a foreign Host"),
        pytest.param(
            head(headers=(HOST, JSON, ("origin", "http://evil.example"))),
            Why.FOREIGN_ORIGIN,
            id="a foreign Origin",
        ),
        pytest.param(
            head(headers=(HOST, JSON, ("origin", "http://127.0.0.1:8321"), ("origin", "null"))),
            Why.FOREIGN_ORIGIN,
            id="one of two Origins is foreign",
        ),
        pytest.param(head(path="/v0/search/"), Why.NO_SUCH_PATH, id="a slash too many"),
        pytest.param(head(path="/docs"), Why.NO_SUCH_PATH, id="a page that loads scripts from elsewhere"),
        pytest.param(head("GET"), Why.NO_SUCH_METHOD, id="a search by GET"),
        pytest.param(head("DELETE", "/mcp"), Why.NO_SUCH_METHOD, id="a session that there is not"),
        pytest.param(head("TRACE"), Why.NO_SUCH_METHOD, id="TRACE"),
        pytest.param(head(query="kind=message"), Why.ARGUMENTS, id="arguments in the query string"),
        pytest.param(head(headers=(HOST,)), Why.NOT_A_JSON_TYPE, id="no type"),
        pytest.param(head(headers=(HOST, JSON, JSON)), Why.NOT_A_JSON_TYPE, id="two types"),
        pytest.param(
            head(headers=(HOST, ("content-type", "text/plain"))), Why.NOT_A_JSON_TYPE, id="a form can send it"
        ),
        pytest.param(
            head(headers=(HOST, ("content-type", "application/json; charset=latin-1"))),
            Why.NOT_A_JSON_TYPE,
            id="another character set",
        ),
        pytest.param(
            head(headers=(HOST, ("content-type", 'Application/JSON; charset="UTF-8"'))),
            None,
            id="UTF-8 is said",
        ),
        pytest.param(
            head(headers=(HOST, JSON, ("content-length", "101"))), Why.BODY_TOO_LARGE, id="too large"
        ),
        pytest.param(head(headers=(HOST, JSON, ("content-length", "100"))), None, id="just not too large"),
    ],
)
def test_the_first_rule_that_is_broken_decides(one, reason):
    assert why(one) == reason


@pytest.mark.parametrize("path", METHODS)
def test_host_and_origin_are_held_on_every_path(path):
    method = METHODS[path][0]
    assert why(head(method, path, headers=(("host", "evil.example"), JSON))) is Why.FOREIGN_HOST
    evil = (HOST, JSON, ("origin", "https://evil.example"))
    assert why(head(method, path, headers=evil)) is Why.FOREIGN_ORIGIN


def test_a_wrong_method_is_told_the_right_ones():
    refusal = head_refusal(head("PUT", "/health"), LOOPBACK_HOSTS, 100)
    assert refusal.headers == (("allow", "GET, HEAD, OPTIONS"),)


def test_the_table_of_methods_is_the_application(sqlite_store):
    """A route that is added to one and not to the other would be unreachable or unguarded."""
    routes = create_app(sqlite_store).router.routes
    assert {route.path for route in routes} == set(METHODS)
    for route in routes:
        assert set(route.methods) - {"HEAD"} == set(METHODS[route.path]) - {"HEAD"}


headers = st.lists(
    st.tuples(st.sampled_from(["host", "origin", "content-type", "x"]), st.text(max_size=20)), max_size=4
)


@given(st.text(max_size=8), st.text(max_size=20), st.text(max_size=5), headers)
def test_no_head_raises(method, path, query, given_headers):
    one = Head(method=method, path=path, query=query, headers=tuple(given_headers), client="")
    refusal = head_refusal(one, LOOPBACK_HOSTS, 100)
    assert refusal is None or isinstance(refusal, Refusal)


def test_an_asgi_scope_is_read():
    """Names of headers in lower case, methods in capitals, and no client is an empty address."""
    scope = {
        "method": "post",
        "path": "/mcp",
        "query_string": b"a=1",
        "headers": [(b"Host", b"x")],
        "client": None,
    }
    assert Head.of(scope) == Head(
        method="POST", path="/mcp", query="a=1", headers=(("host", "x"),), client=""
    )
