"""Energy shields switched on and off (CQ-ARM-13); and what a side has sealed, shown."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from vedette.engine.checks import Refusal, WhyNot, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.dice import Remark
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact
from vedette.engine.hidden_information import opened
from vedette.engine.play import Play
from vedette.games.close_quarters import checks
from vedette.games.close_quarters.candidates import by_unit, hex_name
from vedette.games.close_quarters.characters.checking import awake
from vedette.games.close_quarters.near import is_alive
from vedette.games.close_quarters.state import Fight, Sealed, WatchedHex
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.turn.order import IN_COMBAT, offered_in

COMMANDS = Commands[Fight]()


# --- energy shields: they cost no action, and are possible at any time


class SwitchShield(Command):
    """Switch the energy shield on or off."""

    on: bool


# --- facts


@fact("{unit}'s energy shield is {on:?on|off}.")
class ShieldSwitched(Fact, frozen=True):
    unit: str
    on: bool


@fact("{unit}'s energy shield breaks.", moment="fail")
class ShieldBroke(Fact, frozen=True):
    unit: str


@fact("{side} had sealed for {unit}: watches {hex:word}.", headline="{unit} watches {hex:word}")
class WatchRevealed(Fact, frozen=True):
    side: str
    unit: str
    hex: str


@fact(
    "{side} had sealed for {unit}: energy shield {on:?on|off}.", headline="{unit}: energy shield {on:?on|off}"
)
class ShieldRevealed(Fact, frozen=True):
    side: str
    unit: str
    on: bool


@fact(
    "The watch that {side} had sealed for {unit} is over: it was on {hex:word}.",
    headline="{unit} watched {hex:word}",
)
class SealedWatchEnded(Fact, frozen=True):
    """A sealed watch is over: nobody came, or he has moved."""

    side: str
    unit: str
    hex: str


# --- `switch_shield`


@forbids("CQ-ARM-13")
def has_a_shield_that_works(game: Fight, command: Command) -> WhyNot:
    """CQ-ARM-13: there must be an energy shield, and it must work."""
    character = game.units[command.by]
    if not character.energy_shield:
        return Refusal("CQ-ARM-13", f"{character.name} has no energy shield.", overridable=False)
    return f"{character.name}'s energy shield is broken." if character.energy_shield_broken else None


@forbids("CQ-ARM-13", reads=("on",))
def _something_changes(game: Fight, command: SwitchShield) -> str | None:
    character = game.units[command.by]
    if character.energy_shield_on != command.on:
        return None
    return f"{character.name}'s energy shield is {'on' if command.on else 'off'} already."


def _has_an_energy_shield(game: Fight, by: str) -> bool:
    character = game.units[by]
    return bool(character.energy_shield) and not character.energy_shield_broken


@COMMANDS.add(
    SwitchShield,
    "Switch the energy shield",
    by_unit,
    (awake(), has_a_shield_that_works, _something_changes),
    rules=("CQ-ARM-13",),
    reminders=("CQ-ARM-15",),
    key="v",
    offered=offered_in("between", *IN_COMBAT, where=_has_an_energy_shield),
)
async def switch_shield(play: Play[Fight], command: SwitchShield) -> None:
    """CQ-ARM-13: off without dice; on unless the dice break it. What is agreed to work works again."""
    name, changes = command.by, {"energy_shield_on": command.on}
    if command.on:
        character, breaks = play.state.units[name], number("energy_shield_breaks")
        total = await checks.throw(
            play,
            number("energy_shield_dice"),
            why="shield",
            side=character.side,
            rules=("CQ-ARM-13",),
            told=f"{character.name}: energy shield",
            remarks=(Remark("Totals", f"from {breaks} on it breaks", ("CQ-ARM-13",)),),
        )
        if total >= breaks:
            broken = play.state.with_unit(name, energy_shield_on=False, energy_shield_broken=True)
            play.commit(broken, ShieldBroke(name))
            return
        changes["energy_shield_broken"] = False
    play.commit(play.state.with_unit(name, **changes), ShieldSwitched(name, command.on))


# --- sealed declarations in the state


HEX, ON = "hex", "on"
"""The one word that a sealed watch says, and the one of a sealed shield."""


def _hidden(box: str, digest: str, word: str, kind: type) -> Any:
    said = opened(box, digest)
    return said[word] if set(said) == {word} and isinstance(said[word], kind) else None


def hidden_hex(box: str, digest: str) -> str:
    """CQ-OPT-13: the hex in a sealed watch; raises CommandError for anything else."""
    hex = _hidden(box, digest, HEX, str)
    if hex is None:
        raise CommandError("A sealed watch names a hex, and nothing else.")
    return hex_name(hex)


def hidden_switch(box: str, digest: str) -> bool:
    """CQ-ARM-15: whether a sealed declaration has an energy shield on; raises CommandError for anything else."""
    on = _hidden(box, digest, ON, bool)
    if on is None:
        raise CommandError("A sealed shield is on or off, and says nothing else.")
    return bool(on)


def sealed_watch(game: Fight, name: str) -> Sealed | None:
    """The sealed declaration of the hex that he watches now, if it is still hidden."""
    character = game.units[name]
    if character.overwatch is None or character.overwatch.hex:
        return None
    sealed = game.sides[character.side].sealed
    return next((entry for entry in sealed if (entry.what, entry.unit) == ("watch", name)), None)


def watch_of(game: Fight, name: str) -> WatchedHex | None:
    watch, entry = game.units[name].overwatch, sealed_watch(game, name)
    if watch is None or entry is None:
        return watch
    return replace(watch, hex=hidden_hex(entry.box, entry.digest))


def known_hex(game: Fight, name: str) -> str:
    """The hex that he watches, as his own side knows it; "" for none, and for what can't be opened."""
    try:
        watch = watch_of(game, name)
    except CommandError:
        return ""
    return watch.hex if watch else ""


def unsealed(game: Fight, side: str, entry: Sealed) -> Fight:
    kept = tuple(other for other in game.sides[side].sealed if other.id != entry.id)
    return game.with_side(side, sealed=kept)


def open_watch(play: Play[Fight], name: str) -> None:
    """CQ-OPT-13: everybody knows now which hex he watches; nothing happens where they know already."""
    entry, watch = sealed_watch(play.state, name), watch_of(play.state, name)
    if entry is None or watch is None:
        return
    side = play.state.units[name].side
    game = unsealed(play.state, side, entry).with_unit(name, overwatch=watch)
    play.commit(game, WatchRevealed(side, name, watch.hex))


async def open_declaration(play: Play[Fight], side: str, entry: Sealed) -> None:
    """Show what is in it, and carry it out.

    CQ-ARM-13, CQ-ARM-15: a shield is as it was noted; only where that changes something are there dice.
    """
    if entry.what == "watch":
        open_watch(play, entry.unit)
        return
    on = hidden_switch(entry.box, entry.digest)
    play.commit(unsealed(play.state, side, entry), ShieldRevealed(side, entry.unit, on))
    character = play.state.units[entry.unit]
    works = _has_an_energy_shield(play.state, entry.unit) and not character.left
    if works and character.energy_shield_on != on and is_alive(play.state, entry.unit):
        await switch_shield(play, SwitchShield(do="switch_shield", by=entry.unit, on=on))


async def open_shields(play: Play[Fight]) -> None:
    """CQ-ARM-15: at the end of the turn all sealed shields are shown, before fire and fields do their harm."""
    for side, entry in _all_sealed(play.state):
        if entry.what == "shield":
            await open_declaration(play, side, entry)


async def open_what_is_over(play: Play[Fight]) -> None:
    """A sealed watch is shown when it has ended; after the combat everything is, so that nothing is lost."""
    for side, entry in _all_sealed(play.state):
        if entry.what == "watch" and sealed_watch(play.state, entry.unit) != entry:
            end_sealed_watch(play, side, entry)
        elif play.state.outcome:
            await open_declaration(play, side, entry)


def end_sealed_watch(play: Play[Fight], side: str, entry: Sealed) -> None:
    """CQ-OPT-13: he has moved, turned, fallen or taken up another watch: this one is over, and its hex no secret."""
    hex = hidden_hex(entry.box, entry.digest)
    play.commit(unsealed(play.state, side, entry), SealedWatchEnded(side, entry.unit, hex))


def _all_sealed(game: Fight) -> list[tuple[str, Sealed]]:
    return [(name, entry) for name, side in game.sides.items() for entry in side.sealed]
