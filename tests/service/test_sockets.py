"""Addresses that are taken before anything starts."""

import socket

import pytest

from labcore.errors import ParameterError
from labcore.service.sockets import bind, url_of


def test_port_0_takes_a_free_one():
    with bind("127.0.0.1", 0) as first, bind("127.0.0.1", 0) as second:
        assert url_of(first) != url_of(second)
        assert url_of(first) == f"http://127.0.0.1:{first.getsockname()[1]}"


def test_an_ipv6_address_stands_in_brackets():
    with bind("::1", 0) as listening:
        assert url_of(listening).startswith("http://[::1]:")


def test_every_address_is_named_by_one_that_works():
    """A client cannot connect to 0.0.0.0 everywhere."""
    with bind("0.0.0.0", 0) as listening:
        assert url_of(listening).startswith("http://127.0.0.1:")


@pytest.mark.parametrize("host", ["203.0.113.7", "2001:db8::7"])
def test_an_address_of_another_machine_is_refused(host):
    with pytest.raises(ParameterError, match="listens on this machine, got"):
        bind(host, 0)


def test_answers_are_not_held_back():
    """Nagle's delay is turned off by asyncio for sockets that name TCP as their protocol, and for no others."""
    with bind("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.proto == socket.IPPROTO_TCP
