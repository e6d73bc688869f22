"""Links to a game's page: the addresses this computer has in its networks, and tokens that stay the same over a restart."""

from __future__ import annotations

import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from ipaddress import IPv4Address, IPv4Network
from pathlib import Path

import ifaddr
from msgspec import Struct
from pydantic import BaseModel, ConfigDict, ValidationError

from vedette.engine.errors import JournalError, VedetteError
from vedette.engine.files import keep, why
from vedette.engine.library import user_folder
from vedette.engine.system import only_owner_reads
from vedette.engine.text import joined

TOKEN_BYTES = 12
"""Nobody guesses so many random bytes, and they still fit into a small QR code."""

NOT_REACHED = tuple("tun utun tap wg ppp zt tailscale docker br- veth virbr vmnet vboxnet".split())
"""How the names of adapters of tunnels and virtual machines begin: they seldom lead to phones in the room."""

NAMED_SO = re.compile(
    "tunnel|vpn|tap-|wireguard|wintun|tailscale|zerotier|hyper-v|vethernet|wsl|vmware|virtualbox|host-only|docker",
    re.IGNORECASE,
)
"""Words in the names that Windows gives them. Its hotspot is not among them: that is a virtual adapter too, but phones do use it."""

CARRIER = IPv4Network("100.64.0.0/10")
"""Shared addresses, which tunnels use as private ones."""


class WebError(VedetteError):
    """The page cannot be served; one sentence for the player."""


class Door(Struct, frozen=True):
    """An address of this computer, the adapter that has it, and whether that is a tunnel or leads to a virtual machine."""

    host: str
    adapter: str
    tunnel: bool = False


def doors(host: str = "") -> list[Door]:
    """Every private address of this computer, the likeliest first, or the one that is named. Raises WebError."""
    every = list(_addresses())
    if host:
        named = [door for door in every if door.host == host]
        if not named:
            known = joined([f"{door.host} ({door.adapter})" for door in every], "and")
            raise WebError(f"{host} is not an address of this computer. It has {known}.")
        return named
    private = [door for door in every if _is_private(IPv4Address(door.host))]
    if not private:
        raise WebError("This computer is in no network. Without one, only this computer can look.")
    return sorted(private, key=lambda door: (door.tunnel, IPv4Address(door.host).is_link_local))


def _addresses() -> Iterator[Door]:
    """The IPv4 address of each adapter that has one. Windows has a short name, such as `Wi-Fi`, and a longer one that says what it is."""
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError as error:
        raise WebError(f"The addresses of this computer can't be read: {why(error)}.") from error
    for adapter in adapters:
        for address in adapter.ips:
            if isinstance(address.ip, str):
                names = address.nice_name, adapter.nice_name
                tunnel = any(name.startswith(NOT_REACHED) or NAMED_SO.search(name) for name in names)
                yield Door(address.ip, address.nice_name, tunnel)


def _is_private(address: IPv4Address) -> bool:
    return not address.is_loopback and (address.is_private or address in CARRIER)


class _Kept(BaseModel):
    """What the tokens of all games are made of, and how often those of a game were made new."""

    model_config = ConfigDict(extra="forbid", strict=True)

    secret: str
    renewed: dict[str, int] = {}


def links_file() -> Path:
    """The file with the secret of all links, and with those that were replaced."""
    return user_folder() / "links.json"


def tokens(game: str, sides: Iterable[str], *, renew: bool = False) -> Mapping[str, str]:
    """The token of each side in this game's addresses: the same every time, unless they are to be new.

    Where nothing can be kept, they are good for this once.
    """
    path = links_file()
    kept, is_good = _Kept(secret=secrets.token_urlsafe(32)), False
    with suppress(OSError, ValidationError):
        kept = _Kept.model_validate_json(path.read_bytes())
        is_good = only_owner_reads(path)  # older versions let everybody read it
    fresh = kept.renewed.get(game, 0) + renew
    if fresh:
        kept.renewed[game] = fresh
    with suppress(JournalError):
        if renew or not is_good:
            keep(path, kept.model_dump_json().encode(), private=True)
    made = {
        side: hmac.digest(kept.secret.encode(), f"{game}\n{side}\n{fresh}".encode(), "sha256")
        for side in sides
    }
    return {side: urlsafe_b64encode(token[:TOKEN_BYTES]).decode() for side, token in made.items()}
