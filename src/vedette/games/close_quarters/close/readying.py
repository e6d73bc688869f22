"""Taking a weapon or item in hand, disengaged or in hand-to-hand combat: `ready` (section 6.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.errors import CommandError
from vedette.engine.play import Play
from vedette.games.close_quarters.characters.carrying import on_belt_and_back
from vedette.games.close_quarters.close.shared_checks import (
    Ids,
    not_a_live_grenade,
    not_gone_down,
)
from vedette.games.close_quarters.close.things import (
    body_with,
    has,
    has_steady_hands,
    known,
    lies_here,
    rearrange,
    rearranged,
    weapon_called,
)
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.turn.action_checks import action_checks, disengaged, not_fallen, use_action
from vedette.games.close_quarters.turn.picking_up import too_much_in_hand
from vedette.games.close_quarters.values.arms import figures, is_small
from vedette.games.close_quarters.words import by_unit


class Ready(Command):
    """Take a weapon (or an item) in hand: one's own, or one that lies here. `stow` and `drop`: what leaves the hands."""

    weapon: str = ""
    item: str = ""
    stow: Ids = ()
    drop: Ids = ()


def _understood(game: Fight, command: Ready) -> Ready:
    """Weapon or item, it is one thing; all that is named must exist."""
    by_unit(game, command)
    if bool(command.weapon) == bool(command.item):
        raise CommandError("ready: name the weapon or the item that is taken in hand.")
    command = command.model_copy(update={"weapon": command.weapon or command.item, "item": ""})
    known(game, command.weapon, *command.stow, *command.drop)
    return command


@check("CQ-HTH-6", reads=("weapon",))
def _it_is_small_in_hth(game: Fight, command: Any) -> Refusal | None:
    """In hand-to-hand combat only a small weapon is drawn, and one that isn't in hand yet."""
    one, thing = game.units[command.by], command.weapon or ""
    if not one.hth or not (has(one, thing) or lies_here(game, command.by, thing)):
        return None
    weapon = weapon_called(game, command.by, thing)
    if weapon is None or not is_small(figures(weapon)):
        return Refusal("CQ-HTH-6", "That is too big for hand-to-hand combat.", "a knife or a pistol")
    return _in_hand_already("CQ-HTH-6", one.name) if thing in one.ready else None


def _in_hand_already(rule: str, name: str) -> Refusal:
    return Refusal(rule, f"{name} has that in hand already.")


@check("CQ-ACT-5", reads=("weapon",))
def _it_is_at_hand(game: Fight, command: Any) -> Refusal | None:
    """His own and not in hand, or lying in his hex, or on a body there; in hand-to-hand combat bodies are left alone."""
    one, thing = game.units[command.by], command.weapon or ""
    if not thing:
        return None
    if thing in one.ready and not one.hth:
        return _in_hand_already("CQ-ACT-5", one.name)
    if has(one, thing) or lies_here(game, command.by, thing):
        return None
    if not one.hth and body_with(game, command.by, thing):
        return None
    return Refusal("CQ-ACT-5", f"{one.name} hasn't got that, and it doesn't lie in his hex.", absolute=True)


@forbids("CQ-ACT-5", reads=("stow", "drop"))
def _what_leaves_the_hands_is_there(game: Fight, command: Any) -> str | None:
    """Only what is in hand can be put away or dropped."""
    one = game.units[command.by]
    if all(thing in one.ready for thing in _leaving(command)):
        return None
    return f"{one.name} can put away or drop only what is in hand."


def _leaving(command: Any) -> Iterator[str]:
    yield from command.stow or ()
    yield from command.drop or ()


@check("CQ-ITM-1", "CQ-WPN-9", reads=("weapon", "stow", "drop"))
def _hands_are_free(game: Fight, command: Any) -> Refusal | None:
    """Two hands hold no more than two hands' worth."""
    return too_much_in_hand(_after(game, command).units[command.by])


@forbids("CQ-ITM-2", reads=("weapon", "stow", "drop"), alternative="drop it")
def _the_belt_has_room(game: Fight, command: Any) -> str | None:
    """What is put away goes on the belt."""
    one = _after(game, command).units[command.by]
    if not command.stow or on_belt_and_back(one)[0] <= number("belt_most"):
        return None
    return f"{one.name}'s belt is full."


def _after(game: Fight, command: Any) -> Fight:
    """The game as the command would leave it, as far as hands and belt go."""
    return rearranged(game, command.by, command.weapon or "", command.drop or (), command.stow or ())


async def ready(play: Play[Fight], command: Ready) -> None:
    """CQ-ACT-5, CQ-HTH-8: drop, put away, take in hand; on the ground and in a brawl only if a save succeeds."""
    use_action(play, command.by)
    if await has_steady_hands(play, command.by):
        rearrange(play, command.by, command.weapon, command.drop, command.stow)


READYING_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "ready": CommandSpec(
        Ready,
        "Ready",
        "unit",
        ready,
        _understood,
        (
            *action_checks("pace", "CQ-ACT-5", hth="CQ-HTH-6"),
            _it_is_small_in_hth,
            disengaged("CQ-ACT-10", "disengage first"),
            not_gone_down,
            not_fallen,
            _it_is_at_hand,
            not_a_live_grenade,
            _what_leaves_the_hands_is_there,
            _hands_are_free,
            _the_belt_has_room,
        ),
        rules=("CQ-ACT-5", "CQ-HTH-8"),
        key="r",
    )
}
