"""Other weapons in contact, and weapons for a friend: `switch` and `exchange` (section 6.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.errors import CommandError
from vedette.engine.play import Play
from vedette.games.close_quarters.close.shared_checks import Ids, not_a_live_grenade, not_gone_down
from vedette.games.close_quarters.close.things import (
    handed,
    has,
    known,
    lies_here,
    rearrange,
    rearranged,
    type_of,
)
from vedette.games.close_quarters.facts import close as facts
from vedette.games.close_quarters.ground.hexes import distance
from vedette.games.close_quarters.standing import is_enemy, is_engaged, is_out
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.turn.action_checks import action_checks, not_fallen, not_in_hth, use_action
from vedette.games.close_quarters.turn.order import can_act
from vedette.games.close_quarters.turn.picking_up import too_much_in_hand
from vedette.games.close_quarters.values.arms import figures
from vedette.games.close_quarters.words import by_unit, other_unit

# --- switch


class Switch(Command):
    """Engaged: drop what is in hand, ready or pick up one weapon that is no missile weapon, or both (11.8.3)."""

    weapon: str = ""
    drop: Ids = ()


def _switch_understood(game: Fight, command: Switch) -> Switch:
    by_unit(game, command)
    if not (command.weapon or command.drop):
        raise CommandError("switch: say what is dropped, or what is taken in hand.")
    known(game, *command.drop, *((command.weapon,) if command.weapon else ()))
    return command


@forbids("CQ-ACT-10", alternative="ready")
def _he_is_engaged(game: Fight, command: Any) -> str | None:
    """Who isn't engaged readies his weapons at leisure."""
    if is_engaged(game, command.by):
        return None
    return f"{game.units[command.by].name} isn't engaged."


@check("CQ-ACT-10", reads=("weapon", "drop"))
def _it_can_be_switched(game: Fight, command: Any) -> Refusal | None:
    """He drops what he holds, and takes what he doesn't: no missile weapon of his own, or what lies in his hex."""
    one, thing = game.units[command.by], command.weapon or ""
    if any(dropped not in one.ready for dropped in command.drop or ()):
        return Refusal("CQ-ACT-10", f"{one.name} can drop only what is in hand.")
    if not thing:
        return None
    if thing in one.ready:
        return Refusal("CQ-ACT-10", f"{one.name} has that in hand already.")
    own = one.weapon(thing)
    if own is not None and figures(own).missile:
        return Refusal("CQ-ACT-10", "No missile weapon is readied in contact with the enemy.")
    if not has(one, thing) and not lies_here(game, command.by, thing):
        sentence = f"{one.name} hasn't got that, and it doesn't lie in his hex."
        return Refusal("CQ-ACT-10", sentence, absolute=True)
    return None


@check("CQ-ITM-1", "CQ-WPN-9", reads=("weapon", "drop"))
def _hands_are_free(game: Fight, command: Any) -> Refusal | None:
    """Two hands hold no more than two hands' worth."""
    after = rearranged(game, command.by, command.weapon or "", command.drop or ())
    return too_much_in_hand(after.units[command.by])


async def switch(play: Play[Fight], command: Switch) -> None:
    """CQ-ACT-10: drop, take one weapon in hand, or both."""
    use_action(play, command.by)
    rearrange(play, command.by, command.weapon, command.drop)


# --- exchange


class Exchange(Command):
    """Two neighbours of one side change weapons: `give` from one's own hand, `take` from the partner's."""

    partner: str
    give: str = ""
    take: str = ""


def _exchange_understood(game: Fight, command: Exchange) -> Exchange:
    by_unit(game, command)
    other_unit(game, command.by, command.partner)
    if not (command.give or command.take):
        raise CommandError("exchange: say what is given, or what is taken.")
    known(game, *(thing for thing in (command.give, command.take) if thing))
    return command


@check("CQ-ACT-17", reads=("partner",))
def _the_two_can_meet(game: Fight, command: Any) -> Refusal | None:
    """Disengaged neighbours of one side, and the partner has his action left and hasn't moved more than a pace."""
    if command.partner not in game.units:
        return None
    one, partner = game.units[command.by], game.units[command.partner]
    if is_engaged(game, command.by) or is_engaged(game, command.partner):
        return Refusal("CQ-ACT-17", "Nobody exchanges weapons while one of the two is engaged.")
    if is_enemy(game, command.by, command.partner):
        return Refusal("CQ-ACT-17", f"{partner.name} is an enemy.")
    if not (one.hex and partner.hex) or distance(one.hex, partner.hex) > 1:
        return Refusal("CQ-ACT-17", f"{partner.name} is not in the next hex.")
    free = can_act(game, command.partner) and not partner.acted and partner.moved <= number("pace")
    if not free or partner.hth or partner.entangled:
        out = is_out(game, command.partner)
        return Refusal("CQ-ACT-17", f"{partner.name} has no action left for that.", absolute=out)
    return None


@forbids("CQ-ACT-17", reads=("partner", "give", "take"))
def _both_have_it_in_hand(game: Fight, command: Any) -> str | None:
    """Only what is in hand is exchanged."""
    partner = game.units.get(command.partner)
    for one, thing in ((game.units[command.by], command.give), (partner, command.take)):
        if one is not None and thing and thing not in one.ready:
            return f"{one.name} hasn't got that in hand."
    return None


@check("CQ-ITM-1", "CQ-WPN-9", reads=("partner", "give", "take"))
def _both_have_hands_free(game: Fight, command: Any) -> Refusal | None:
    """Two hands hold no more than two hands' worth, on either side."""
    if command.partner not in game.units:
        return None
    after = _exchanged(game, command)
    return too_much_in_hand(after.units[command.by]) or too_much_in_hand(after.units[command.partner])


def _exchanged(game: Fight, command: Any) -> Fight:
    """The game after the exchange."""
    for owner, to, thing in _ways(game, command):
        game = handed(game, owner, to, thing)
    return game


def _ways(game: Fight, command: Any) -> list[tuple[str, str, str]]:
    """What goes from whom to whom, of that which is there."""
    ways = (
        (command.by, command.partner, command.give),
        (command.partner, command.by, command.take),
    )
    return [way for way in ways if way[2] and way[2] in game.units[way[0]].ready]


async def exchange(play: Play[Fight], command: Exchange) -> None:
    """CQ-ACT-17: it takes the action of both."""
    use_action(play, command.by)
    use_action(play, command.partner)
    for owner, to, thing in _ways(play.state, command):
        type = type_of(play.state, owner, thing)
        play.becomes(handed(play.state, owner, to, thing), facts.Handed(owner, to, type))


SWITCHING_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "switch": CommandSpec(
        Switch,
        "Change weapons",
        "unit",
        switch,
        _switch_understood,
        (
            *action_checks("step", "CQ-ACT-10"),
            not_in_hth,
            _he_is_engaged,
            not_gone_down,
            not_fallen,
            _it_can_be_switched,
            not_a_live_grenade,
            _hands_are_free,
        ),
        rules=("CQ-ACT-10",),
        key="r",
    ),
    "exchange": CommandSpec(
        Exchange,
        "Exchange weapons",
        "unit",
        exchange,
        _exchange_understood,
        (
            *action_checks("pace", "CQ-ACT-5"),
            not_in_hth,
            _the_two_can_meet,
            _both_have_it_in_hand,
            _both_have_hands_free,
        ),
        rules=("CQ-ACT-17",),
        key="e",
    ),
}
