"""Where a game's page is reached: every network of the computer, the link that lasts, and what cannot be."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import ifaddr
import pytest

from tests.web.serving import ask, example, free_port, now, served
from vedette.engine.library import user_folder
from vedette.registry import rulesets
from vedette.web import server
from vedette.web.links import Door, WebError, doors, tokens
from vedette.web.server import SecondScreen

GAME = "open-fire-first-battle"


def has(monkeypatch: pytest.MonkeyPatch, **hosts: str) -> None:
    """Let this computer have these adapters."""
    has_adapters(monkeypatch, *[(name, name, host) for name, host in hosts.items()])


def has_adapters(monkeypatch: pytest.MonkeyPatch, *told: tuple[str, str, str]) -> None:
    """The same, as Windows tells it: each with a name for people, what it is, and its address."""
    adapters = [ifaddr.Adapter(name, what, [ifaddr.IP(host, 24, name)]) for name, what, host in told]
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


def test_addresses_that_cannot_be_read_are_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> list[ifaddr.Adapter]:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(ifaddr, "get_adapters", fails)
    with pytest.raises(WebError):
        doors()


def test_adapters_of_windows_have_names_for_people_and_tunnels_come_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tunnels = [
        ("vEthernet (WSL)", "Hyper-V Virtual Ethernet Adapter", "172.20.0.1"),
        ("Ethernet 2", "VirtualBox Host-Only Ethernet Adapter", "192.168.56.1"),
        ("VMware Network Adapter VMnet8", "VMware Virtual Ethernet Adapter for VMnet8", "192.168.64.1"),
        ("Tailscale", "Tailscale Tunnel", "100.101.1.2"),
        ("home", "WireGuard Tunnel", "10.9.0.2"),
        ("Ethernet 3", "TAP-Windows Adapter V9", "10.8.0.6"),
    ]
    reached = [
        ("Wi-Fi", "Intel(R) Wi-Fi 6 AX201 160MHz", "192.168.1.20"),
        ("Local Area Connection* 10", "Microsoft Wi-Fi Direct Virtual Adapter #2", "192.168.137.1"),
    ]
    has_adapters(monkeypatch, *tunnels, *reached)
    assert [one.adapter for one in doors()] == [name for name, _, _ in (*reached, *tunnels)]


def test_two_pages_never_share_a_port() -> None:
    """On Windows an address that is in use could be listened at once more, unless that is ruled out."""
    port = free_port()
    with served(example(GAME), port=port) as first:
        with pytest.raises(WebError, match=str(port)):
            SecondScreen(rulesets(), None, now(example(GAME)), port=port)
        with served(example(GAME), port=None) as other, served(example(GAME), port=None) as third:
            assert len({first.port, other.port, third.port}) == 3


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


@pytest.mark.posix
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
