"""Where a game's page is reached: every network of the computer, the link that lasts, and what cannot be."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import ifaddr
import pytest

from tests.web.serving import ask, example, served
from vedette.engine.library import user_folder
from vedette.web import server
from vedette.web.links import Door, WebError, doors, tokens

GAME = "open-fire-first-battle"


def has(monkeypatch: pytest.MonkeyPatch, **hosts: str) -> None:
    """Let this computer have these adapters."""
    adapters = [ifaddr.Adapter(name, name, [ifaddr.IP(host, 24, name)]) for name, host in hosts.items()]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)


@pytest.fixture
def computer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A laptop with a tunnel, a cable, Wi-Fi and an address the whole internet knows."""
    has(
        monkeypatch, lo="127.0.0.1", tun0="10.8.0.2", eth0="169.254.7.7", wlan0="192.168.1.20", ppp0="8.8.4.4"
    )


@pytest.mark.usefixtures("computer")
def test_every_private_address_is_listed_with_its_adapter_and_the_likeliest_comes_first() -> None:
    assert [(one.adapter, one.host) for one in doors()] == [
        ("wlan0", "192.168.1.20"),
        ("eth0", "169.254.7.7"),
        ("tun0", "10.8.0.2"),
    ]


def test_this_computer_knows_its_own_loopback_address() -> None:
    assert [one.host for one in doors("127.0.0.1")] == ["127.0.0.1"]


@pytest.mark.usefixtures("computer")
def test_an_address_of_another_computer_is_refused_with_those_there_are() -> None:
    assert [one.adapter for one in doors("10.8.0.2")] == ["tun0"]
    with pytest.raises(WebError, match=r"^10\.0\.0\.1 is not an address .*192\.168\.1\.20 \(wlan0\)"):
        doors("10.0.0.1")


def test_a_computer_without_a_network_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    has(monkeypatch, lo="127.0.0.1")
    with pytest.raises(WebError, match=r"^This computer is in no network\."):
        doors()


def test_the_page_is_served_at_every_address_of_the_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    reached = [Door("127.0.0.1", "wlan0"), Door("127.0.0.2", "tun0")]
    monkeypatch.setattr(server, "doors", lambda host: reached)
    with served(example(GAME), lan=True) as screen:
        assert [address.adapter for address in screen.addresses] == ["wlan0", "tun0"]
        assert len({urlsplit(address.url).path for address in screen.addresses}) == 1
        assert [ask(address.url).status for address in screen.addresses] == [200, 200]


def test_a_link_lasts_over_a_restart_until_a_new_one_is_wanted() -> None:
    def link(**options: Any) -> str:
        with served(example(GAME), host="127.0.0.1", **options) as screen:
            return urlsplit(screen.address).path

    first = link(game="a")
    assert link(game="a") == first
    assert link(game="b") != first
    fresh = link(game="a", new_link=True)
    assert fresh != first
    assert link(game="a") == fresh


def test_no_two_sides_share_a_token() -> None:
    made = tokens("a", ("", "red", "blue"))
    assert len(set(made.values())) == 3
    assert all(len(token) == 16 for token in made.values())


def kept_links() -> Path:
    return user_folder() / "links.json"


def test_the_secret_of_all_links_is_readable_by_its_owner_alone() -> None:
    made = tokens("a", ("",))
    assert stat.filemode(kept_links().stat().st_mode) == "-rw-------"
    kept_links().chmod(0o644)  # as older versions left it
    assert tokens("a", ("",)) == made
    assert stat.filemode(kept_links().stat().st_mode) == "-rw-------"


@pytest.mark.parametrize("broken", ["", "{", '{"secret": 7}'])
def test_a_broken_file_of_links_is_written_anew_so_that_they_last(broken: str) -> None:
    tokens("a", ("",))
    kept_links().write_text(broken)
    assert tokens("a", ("",)) == tokens("a", ("",))
