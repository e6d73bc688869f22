"""Opening what is sealed: by its side, at the end of the turn, and where it is over (CQ-ARM-15, CQ-OPT-13)."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.engine.play import Play
from vedette.games.close_quarters.characters.commands import SwitchShield
from vedette.games.close_quarters.characters.shields import switch_shield
from vedette.games.close_quarters.facts import sealing as facts
from vedette.games.close_quarters.sealing.declared import (
    hidden_hex,
    hidden_switch,
    open_watch,
    sealed_watch,
    without,
)
from vedette.games.close_quarters.standing import is_alive
from vedette.games.close_quarters.state import Fight, Sealed


async def open_declaration(play: Play[Fight], side: str, entry: Sealed) -> None:
    """Show what is in it, and carry it out."""
    if entry.what == "shield":
        await _open_shield(play, side, entry)
    else:
        open_watch(play, entry.unit)


async def _open_shield(play: Play[Fight], side: str, entry: Sealed) -> None:
    """CQ-ARM-13, CQ-ARM-15: the shield is as it was noted; only where that changes something are there dice."""
    on = hidden_switch(entry.box, entry.digest)
    play.becomes(without(play.state, side, entry), facts.ShieldRevealed(side, entry.unit, on))
    one = play.state.units[entry.unit]
    works = one.energy_shield and not one.energy_shield_broken and not one.left
    if works and one.energy_shield_on != on and is_alive(play.state, entry.unit):
        await switch_shield(play, SwitchShield(do="switch_shield", by=entry.unit, on=on))


async def open_shields(play: Play[Fight]) -> None:
    """CQ-ARM-15: at the end of the turn all sealed shields are shown, before fire and fields do their harm."""
    for side, entry in _all_sealed(play.state):
        if entry.what == "shield":
            await _open_shield(play, side, entry)


async def open_what_is_over(play: Play[Fight]) -> None:
    """A sealed watch is shown when it has ended; after the combat everything is, so that nothing is lost."""
    for side, entry in _all_sealed(play.state):
        if entry.what == "watch" and sealed_watch(play.state, entry.unit) != entry:
            _tell_of_ended(play, side, entry)
        elif play.state.outcome:
            await open_declaration(play, side, entry)


def end_sealed_watch(play: Play[Fight], name: str) -> None:
    """He takes up another watch: what he watched is no secret."""
    entry = sealed_watch(play.state, name)
    if entry is not None:
        _tell_of_ended(play, play.state.units[name].side, entry)


def _tell_of_ended(play: Play[Fight], side: str, entry: Sealed) -> None:
    """CQ-OPT-13: he has moved, turned or fallen: the watch is over, and its hex no secret."""
    hex = hidden_hex(entry.box, entry.digest)
    play.becomes(without(play.state, side, entry), facts.SealedWatchEnded(side, entry.unit, hex))


def _all_sealed(game: Fight) -> Iterator[tuple[str, Sealed]]:
    """Every sealed declaration with its side."""
    return ((name, entry) for name, side in game.sides.items() for entry in side.sealed)
